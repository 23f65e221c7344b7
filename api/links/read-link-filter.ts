import type { z } from 'zod'
import { readCampaignFilter } from '#model/campaigns/resolve-campaign.ts'
import { readDomainFilter } from '#model/links/find-own-link.ts'
import type { LinkFilter } from '#model/links/link-page.ts'
import type { exportShortUrlsQuery } from '#schemas/list-exports.ts'
import type { Context } from '../frame/endpoint.ts'

type Filters = Omit<z.output<typeof exportShortUrlsQuery>, 'format'>

/** The filters of the list, with the campaign and the domain that they name. */
export async function readLinkFilter<Query extends Filters>(
  { sql, config, account }: Pick<Context<unknown, unknown, unknown>, 'sql' | 'config' | 'account'>,
  query: Query,
): Promise<Query & LinkFilter> {
  const [campaign, outsideCampaign] = await Promise.all(
    [query.campaign_id, query.outside_campaign_id].map((each) => readCampaignFilter(sql, account.id, each)),
  )
  return { ...query, ...readDomainFilter(query, config), campaign, outsideCampaign }
}
