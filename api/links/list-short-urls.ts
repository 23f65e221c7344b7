import { readStart, writeNext } from '#core/cursor.ts'
import { readCampaignFilter } from '#model/campaigns/resolve-campaign.ts'
import { readDomainFilter } from '#model/links/find-own-link.ts'
import { presentLinks } from '#model/links/present-links.ts'
import { countLinks, selectLinks } from '#model/links/select-links.ts'
import { pageOf } from '#schemas/envelope.ts'
import { listShortUrlsQuery, shortUrl } from '#schemas/links.ts'
import { endpoint } from '../frame/endpoint.ts'
import { readFrom } from '../frame/pagination.ts'

export const listShortUrls = endpoint({
  method: 'GET',
  path: '/short-urls',
  summary: 'List short URLs',
  permission: 'read',
  query: listShortUrlsQuery,
  reply: pageOf(shortUrl),
  envelope: 'page',
  async handle({ query, account, reach, sql, config, ...rest }) {
    const [campaign, outsideCampaign] = await Promise.all(
      [query.campaign_id, query.outside_campaign_id].map((each) => readCampaignFilter(sql, account.id, each)),
    )
    const filter = { ...query, ...readDomainFilter(query, config), campaign, outsideCampaign }
    const { rows, pagination } = await readFrom(
      { ...query, cursor: readStart(query) },
      (part) => selectLinks(sql, reach, filter, part),
      countLinks(sql, reach, filter),
      (last) => writeNext(query, last),
    )
    return { data: await presentLinks({ account, config, ...rest }, rows), pagination }
  },
})
