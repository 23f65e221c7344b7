import type { Choice, FilterQuery } from '#schemas/analytics.ts'
import { type ShortUrlDomain, urlTypes } from '#schemas/links.ts'
import type { Caller } from '../accounts/caller.ts'
import { findCampaignId } from '../campaigns/campaigns.ts'
import { demandOwnLink, findOwnLink } from '../links/find-own-link.ts'
import type { ReadLink } from '../links/select-links.ts'
import type { Stores } from '../stores.ts'
import type { Scope } from './link-filter.ts'
import { findUnpurged } from './purge-clicks.ts'

interface ScopeRequest extends Pick<Stores, 'sql' | 'config'>, Pick<Caller, 'reach'> {
  query: Pick<FilterQuery, 'campaignId' | 'urlType'> & Pick<ShortUrlDomain, 'subdomain' | 'branded_domain'>
}

/** The scope of an analytics query, and its short URL if it is about one. */
interface Found {
  scope: Scope
  link: ReadLink | null
}

/** The id of an analytics path: a UUID, short code, or alias of the account, or `all`. */
export async function findScope({ sql, config, reach, query }: ScopeRequest, id = 'all'): Promise<Found> {
  const campaign_ids = await findCampaigns(sql, reach.account_id, query.campaignId)
  if (id === 'all') {
    const deleted_ids = await findUnpurged(sql, reach.account_id)
    return { scope: { ...reach, campaign_ids, deleted_ids }, link: null }
  }
  const link = await findLink({ sql, config, reach, query }, id)
  return { scope: { ...reach, link_id: link.id, campaign_ids, deleted_ids: [] }, link }
}

/** A filter by one type also selects one of several links with the code. It does not hide a link that has another type. */
async function findLink(
  { reach, query: { subdomain, branded_domain, urlType }, ...stores }: ScopeRequest,
  id: string,
): Promise<ReadLink> {
  const domain = { subdomain, branded_domain }
  const url_type = onlyType(urlType)
  const narrowed = url_type && (await findOwnLink(stores, reach, id, { ...domain, url_type }))
  return narrowed ?? (await demandOwnLink(stores, reach, id, domain))
}

const onlyType = ({ include }: Choice = { include: [], exclude: [] }) =>
  include.length === 1 ? urlTypes.find((type) => type === include[0]) : undefined

/** Ids of the account's campaigns in a filter; null without a filter. */
async function findCampaigns(sql: Stores['sql'], accountId: string, references: string[] = []) {
  if (references.length === 0) return null
  const ids = await Promise.all(references.map((reference) => findCampaignId(sql, accountId, reference)))
  return ids.filter((id) => id !== undefined)
}
