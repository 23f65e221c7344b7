import type { Sql, Tx } from '#runtime/postgres.ts'
import { mostTags } from '#schemas/tags.ts'
import { announceMoved, announceUpdated } from '../campaigns/announce-changes.ts'
import type { Site } from '../links/describe-link.ts'
import { lockCodes } from '../qr-codes/read-qr-code.ts'
import { countRows, idsOf } from '../rows.ts'
import { formerNamesOf, lockTags, removeTagRow } from './tags.ts'

interface Replacement {
  account_id: string
  from: string
  /** null removes the tag. */
  to: string | null
}

export interface TagStores {
  sql: Sql
  config: Site
}

/** Objects changed in one transaction, so that changes of single ones never wait long. */
const mostAtOnce = 200
/** Batches for objects that get the tag meanwhile. Without a limit, two replacements in opposite directions would never end. */
const moreBatches = 5

/**
 * Replaces a tag, in any spelling, everywhere, and removes its row. If it fails, some objects keep the tag: the next call
 * replaces it there. Objects that still have a former name of the tag are included.
 */
export async function replaceAndRemoveTag(stores: TagStores, replacement: Replacement): Promise<void> {
  const { account_id, from: name, to } = replacement
  const names = [name, ...(await formerNamesOf(stores.sql, account_id, name))]
  for (const from of names) {
    await stores.sql.begin(async (tx) => {
      await replaceInDefaults(tx, { ...replacement, from })
      if (to !== null) await addToFilters(tx, account_id, from, to)
    })
    await replaceOnObjects(stores, { ...replacement, from })
  }
  await stores.sql.begin(async (tx) => {
    await lockTags(tx, account_id)
    if (to !== null) {
      for (const from of names) await replaceInFilters(tx, account_id, from, to)
    }
    await removeTagRow(tx, account_id, name)
  })
}

/**
 * Replaces a tag in link defaults and webhook filters. They come before the objects: a tag that only they have is unknown, so
 * that a call that failed after the objects could not be repeated.
 */
export async function replaceInSettings(tx: Tx, replacement: Replacement & { to: string }): Promise<void> {
  await replaceInDefaults(tx, replacement)
  await replaceInFilters(tx, replacement.account_id, replacement.from, replacement.to)
}

/**
 * Replaces a tag on every object that has it. Each batch takes the same locks as a change of one object, so that no such
 * change is lost. Objects that get the tag after the last batch keep it.
 */
export async function replaceOnObjects({ sql, config }: TagStores, replacement: Replacement): Promise<void> {
  for (const { table, replace } of taggedTables) {
    const found = await countRows(
      sql,
      sql`${sql(table)} where account_id = ${replacement.account_id} and ${has(sql, replacement)}`,
    )
    let left = Math.ceil(found / mostAtOnce) + moreBatches
    while (left > 0 && (await sql.begin((tx) => replace(tx, replacement, config))) > 0) left -= 1
  }
}

async function replaceOnLinks(tx: Tx, replacement: Replacement, site: Site): Promise<number> {
  const { account_id } = replacement
  const found = await lockLinks(tx, replacement)
  if (found.length === 0) return 0
  const links = await idsOf(tx`
    with changed as (
      update links
      set tags = ${replaced(tx, replacement)}, updated_at = now()
      where id = any(${found}::uuid[]) and ${has(tx, replacement)}
      returning id, domain_id, code, rev
    ), debts as (
      insert into outbox (target, domain_id, code, rev)
      select 'facts', domain_id, code, rev from changed
    )
    select id from changed`)
  const codes = await lockCodes(tx, tx`link_id = any(${links}::uuid[]) and ${has(tx, replacement)}`)
  await tx`
    update qr_codes
    set tags = ${replaced(tx, replacement)}, updated_at = now()
    where id = any(${codes}::uuid[])`
  await announceMoved(tx, site, account_id, { links, codes })
  return found.length
}

const taggedTables = [
  { table: 'links', replace: replaceOnLinks },
  { table: 'qr_codes', replace: replaceOnCodes },
  { table: 'campaigns', replace: replaceOnCampaigns },
] as const

/**
 * Locks the codes of the links as a change of a link does (takeRev), and then the links in the order of all that lock
 * several. Redirects do not depend on tags, so the rev of a link stays.
 */
async function lockLinks(tx: Tx, replacement: Replacement): Promise<string[]> {
  const found = await idsOf(tx`
    select id, pg_advisory_xact_lock(hashtextextended(domain_id::text || ':' || code, 0))
    from (
      select id, domain_id, code
      from links
      where account_id = ${replacement.account_id} and ${has(tx, replacement)}
      order by domain_id, code collate "C"
      limit ${mostAtOnce}
    ) as found`)
  await tx`select from links where id = any(${found}::uuid[]) order by id for no key update`
  return found
}

async function replaceOnCodes(tx: Tx, replacement: Replacement, site: Site): Promise<number> {
  const { account_id } = replacement
  const codes = await replaceIn(tx, 'qr_codes', replacement)
  await announceMoved(tx, site, account_id, { links: [], codes })
  return codes.length
}

async function replaceOnCampaigns(tx: Tx, replacement: Replacement): Promise<number> {
  const campaigns = await replaceIn(tx, 'campaigns', replacement)
  for (const id of campaigns) await announceUpdated(tx, replacement.account_id, id)
  return campaigns.length
}

/** The locks do not block links that are being added to a campaign, which could deadlock. */
async function replaceIn(tx: Tx, table: 'qr_codes' | 'campaigns', replacement: Replacement): Promise<string[]> {
  const { account_id } = replacement
  const found = await idsOf(tx`
    select id
    from ${tx(table)}
    where account_id = ${account_id} and ${has(tx, replacement)}
    order by id
    limit ${mostAtOnce}
    for no key update`)
  if (found.length === 0) return []
  return await idsOf(tx`
    update ${tx(table)}
    set tags = ${replaced(tx, replacement)}, updated_at = now()
    where id = any(${found}::uuid[])
    returning id`)
}

/** At most one row for each domain of the account. */
async function replaceInDefaults(tx: Tx, replacement: Replacement): Promise<void> {
  const which = tx`account_id = ${replacement.account_id} and ${has(tx, replacement)}`
  await tx`select from link_defaults where ${which} order by domain_id for no key update`
  await tx`
    update link_defaults
    set tags = ${replaced(tx, replacement)}
    where ${which}`
}

/** A webhook that filters by the tag would get no more events. A filter without tags would let all events pass, so none is removed. */
async function replaceInFilters(tx: Tx, accountId: string, from: string, to: string): Promise<void> {
  const which = tx`account_id = ${accountId} and ${filtersBy(tx, from)}`
  await tx`select from webhooks where ${which} order by id for no key update`
  await tx`
    update webhooks
    set filters = jsonb_set(filters, '{tags}', ${replacedInFilter(tx, from, to)})
    where ${which}`
}

/** Filters have both tags while objects have one or the other. Full filters have room for one, and get the other at once. */
async function addToFilters(tx: Tx, accountId: string, from: string, to: string): Promise<void> {
  const which = tx`account_id = ${accountId} and ${filtersBy(tx, from)} and not ${filtersBy(tx, to)}`
  await tx`select from webhooks where ${which} order by id for no key update`
  await tx`
    update webhooks
    set filters = jsonb_set(filters, '{tags}', case
      when jsonb_array_length(filters -> 'tags') < ${mostTags} then filters -> 'tags' || to_jsonb(${to}::text)
      else ${replacedInFilter(tx, from, to)} end)
    where ${which}`
}

const filtersBy = (tx: Tx, name: string) => tx`
  exists (select from jsonb_path_query(filters, '$.tags[*]') as tag where lower(tag #>> '{}') = lower(${name}))`

const replacedInFilter = (tx: Tx, from: string, to: string) => tx`(
  select jsonb_agg(distinct case when lower(tag) = lower(${from}) then ${to} else tag end)
  from jsonb_array_elements_text(filters -> 'tags') as tag)`

/**
 * Has the tag in a spelling other than the new one. The first condition is the expression of the indexes links_folded_tags
 * and qr_codes_folded_tags.
 */
const has = (tx: Sql | Tx, { from, to }: Replacement) => tx`
  folded_tags(tags) && folded_tags(array[${from}::text])
  and exists (
    select from unnest(tags) as tag where lower(tag) = lower(${from}) and tag is distinct from ${to}::text)`

/** The tags in their order, with the new one in the place of the first that it replaces. */
function replaced(tx: Tx, { from, to }: Replacement) {
  const each = tx`unnest(tags) with ordinality as each (tag, place)`
  if (to === null) return tx`array(select tag from ${each} where lower(tag) <> lower(${from}) order by place)`
  const isSame = tx`lower(tag) in (lower(${from}), lower(${to}))`
  return tx`array(
    select case when ${isSame} then ${to}::text else tag end
    from ${each}
    group by 1, case when ${isSame} then 0 else place end
    order by min(place))`
}
