import type { FilterQuery } from '#schemas/analytics.ts'
import type { Caller } from '../auth/authenticate.ts'
import { findCampaignId } from '../campaigns/campaigns.sql.ts'
import { ApiError } from '../http/api-error.ts'
import type { Services } from '../http/endpoint.ts'
import { findOwnLink } from '../links/address.ts'
import type { Scope } from './link-filter.ts'

type Asked = Pick<Services, 'sql' | 'config'> & Pick<Caller, 'account'> & { query: Pick<FilterQuery, 'campaignId'> }

/** The id of an analytics path: a UUID, short code or alias of one's own, or `all`. */
export async function findScope({ sql, config, account, query }: Asked, id = 'all'): Promise<Scope> {
  const campaign_ids = await findCampaigns(sql, account.id, query.campaignId)
  if (id === 'all') return { account_id: account.id, campaign_ids }
  const link = await findOwnLink({ sql, config }, account.id, id)
  if (link === undefined) throw new ApiError('NOT_FOUND', 'No such short URL')
  return { account_id: account.id, link_id: link.id, campaign_ids }
}

/** Those that the account has of the campaigns that a filter names; null where it names none. */
async function findCampaigns(sql: Services['sql'], accountId: string, references: string[] = []) {
  if (references.length === 0) return null
  const ids = await Promise.all(references.map((reference) => findCampaignId(sql, accountId, reference)))
  return ids.filter((id) => id !== undefined)
}
