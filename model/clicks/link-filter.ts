import { ch, type Fragment, join, texts, uuid, uuids } from '#runtime/ch-tag.ts'
import type { Choice, FilterQuery } from '#schemas/analytics.ts'

/** The scope of a query. It always includes the account, even with a link. */
export interface Scope {
  account_id: string
  link_id?: string
  /** Domains of the links, for a key that is limited to them; null: any. */
  domain_ids: readonly string[] | null
  /** null for links in any campaign or none. */
  campaign_ids: readonly string[] | null
  /** Deleted links whose clicks may still be stored. Empty with a link_id. */
  deleted_ids: readonly string[]
}

/** Selects links by their properties; null if the scope does not depend on them. */
export function linksOfScope(
  { account_id, link_id, domain_ids, campaign_ids }: Scope,
  { urlType, tags }: FilterQuery,
): Fragment | null {
  const conditions = [
    // A given link has already been checked against the caller's reach.
    ...(domain_ids === null || link_id !== undefined ? [] : [ch`domain_id in ${uuids(domain_ids)}`]),
    ...compileCampaigns(campaign_ids),
    ...compileChoice(ch`url_type`, urlType?.include.includes('all') ? { ...urlType, include: [] } : urlType),
    ...(tags === undefined || tags.include.length === 0 ? [] : [hasTag(tags.include)]),
    ...(tags === undefined || tags.exclude.length === 0 ? [] : [ch`not ${hasTag(tags.exclude)}`]),
  ]
  if (conditions.length === 0) return null
  // Without final, a link would be in every campaign it has ever been in.
  return ch`
    select link_id
    from link_facts final
    where ${join([ch`account_id = ${uuid(account_id)}`, ...conditions], ch` and `)}`
}

function compileCampaigns(ids: Scope['campaign_ids']): Fragment[] {
  if (ids === null) return []
  return ids.length === 0 ? [ch`false`] : [ch`campaign_id in ${uuids(ids)}`]
}

/** ClickHouse has the same lowercase letters as JavaScript. */
const hasTag = (names: readonly string[]) =>
  ch`hasAny(arrayMap(tag -> lowerUTF8(tag), tags), ${texts(names.map((name) => name.toLowerCase()))})`

export function compileChoice(column: Fragment, choice: Choice | undefined): Fragment[] {
  const { include = [], exclude = [] } = choice ?? {}
  return [
    ...(include.length === 0 ? [] : [ch`${column} in ${texts(include)}`]),
    ...(exclude.length === 0 ? [] : [ch`${column} not in ${texts(exclude)}`]),
  ]
}
