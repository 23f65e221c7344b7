import { ch, type Fragment, join, texts, uuid, uuids } from '#runtime/ch-tag.ts'
import type { Choice, FilterQuery } from '#schemas/analytics.ts'

/** Whose clicks a query is about: the account is part of every one, also beside a link. */
export interface Scope {
  account_id: string
  link_id?: string
  /** Of links on these domains alone, for a key that is bound to them; null: on any. */
  domain_ids: readonly string[] | null
  /** null: of links in any or none. */
  campaign_ids: readonly string[] | null
}

/** The links that a query is about, where that depends on what they are; null where it does not. */
export function linksOfScope(
  { account_id, link_id, domain_ids, campaign_ids }: Scope,
  { urlType, tags }: FilterQuery,
): Fragment | null {
  const conditions = [
    // A link that is named was found within reach.
    ...(domain_ids === null || link_id !== undefined ? [] : [ch`domain_id in ${uuids(domain_ids)}`]),
    ...compileCampaigns(campaign_ids),
    ...compileChoice(ch`url_type`, urlType?.include.includes('all') ? { ...urlType, include: [] } : urlType),
    ...(tags === undefined || tags.include.length === 0 ? [] : [hasTag(tags.include)]),
    ...(tags === undefined || tags.exclude.length === 0 ? [] : [ch`not ${hasTag(tags.exclude)}`]),
  ]
  if (conditions.length === 0) return null
  // Without final a link would be in every campaign that it ever was in.
  return ch`
    select link_id
    from link_facts final
    where ${join([ch`account_id = ${uuid(account_id)}`, ...conditions], ch` and `)}`
}

function compileCampaigns(ids: Scope['campaign_ids']): Fragment[] {
  if (ids === null) return []
  return ids.length === 0 ? [ch`false`] : [ch`campaign_id in ${uuids(ids)}`]
}

const hasTag = (names: readonly string[]) => ch`hasAny(arrayMap(tag -> lowerUTF8(tag), tags), ${texts(names)})`

export function compileChoice(column: Fragment, choice: Choice | undefined): Fragment[] {
  const { include = [], exclude = [] } = choice ?? {}
  return [
    ...(include.length === 0 ? [] : [ch`${column} in ${texts(include)}`]),
    ...(exclude.length === 0 ? [] : [ch`${column} not in ${texts(exclude)}`]),
  ]
}
