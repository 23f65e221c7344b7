import { ApiError } from '#core/api-error.ts'
import type { Sql, Tx } from '#runtime/postgres.ts'
import type { ListTagsQuery, TagRecord } from '#schemas/tag-records.ts'
import { linksWithin, type Reach } from '../accounts/reach.ts'
import { countRows, hasRows, type Page } from '../rows.ts'

type Statement = Sql | Tx

/**
 * Tags with a row or in use, by their folded name. A key that is limited to domains sees the tags of its links. Spellings
 * count as one tag: the name is that of the row, or the most frequent one.
 */
const known = (sql: Statement, reach: Reach) => sql`
  (
    select coalesce(own.name, used.name) as name, coalesce(own.color, 'gray') as color,
      coalesce(used.links, 0) as link_count, coalesce(used.clicks, 0)::bigint as click_count,
      coalesce(used.codes, 0) as qr_code_count, coalesce(used.campaigns, 0) as campaign_count
    from (${inUse(sql, reach)}) as used
    ${reach.domain_ids === null ? sql`full join` : sql`left join`} (
      select name, color from tags where account_id = ${reach.account_id}
    ) as own on lower(own.name) = used.key
  ) as known`

const inUse = (sql: Statement, reach: Reach) => sql`
  select lower(tag) as key, mode() within group (order by tag) as name, sum(clicks) as clicks,
    count(*) filter (where kind = 'link') as links, count(*) filter (where kind = 'code') as codes,
    count(*) filter (where kind = 'campaign') as campaigns
  from (
    select case when links.trashed_at is null then 'link' else 'trash' end as kind, tag, link_counts.clicks
    from links
    left join link_counts on link_counts.link_id = links.id, ${tagsOf(sql, 'links')}
    where ${linksWithin(sql, reach)} and ${isFirst(sql, 'links')}
    ${reach.domain_ids === null ? othersInUse(sql, reach) : sql``}
  ) as uses
  group by lower(tag)`

const othersInUse = (sql: Statement, { account_id }: Reach) => sql`
  union all
  select 'code', tag, null
  from qr_codes, ${tagsOf(sql, 'qr_codes')}
  where account_id = ${account_id} and ${isFirst(sql, 'qr_codes')}
  union all
  select 'campaign', tag, null
  from campaigns, ${tagsOf(sql, 'campaigns')}
  where account_id = ${account_id} and ${isFirst(sql, 'campaigns')}`

type Tagged = 'links' | 'qr_codes' | 'campaigns'

const tagsOf = (sql: Statement, table: Tagged) => sql`
  unnest(${sql(`${table}.tags`)}) with ordinality as each (tag, place)`

/** Objects of earlier versions may have a tag in several spellings, but are counted once. */
const isFirst = (sql: Statement, table: Tagged) => sql`
  (place = 1 or (array_position(lower(${sql(`${table}.tags`)}::text)::text[], lower(tag)) < place) is not true)`

type TagFilter = Pick<ListTagsQuery, 'search' | 'colored'>

const matches = (sql: Statement, { search = '', colored }: TagFilter) => sql`
  where position(lower(${search}::text) in lower(name)) > 0
  ${colored === true ? sql`and color <> 'gray'` : sql``}`

export async function selectTags(sql: Sql, reach: Reach, query: ListTagsQuery, page: Page): Promise<TagRecord[]> {
  const way = query.sortOrder === 'asc' ? sql`asc` : sql`desc`
  const orders = { name: sql``, link_count: sql`link_count ${way},`, click_count: sql`click_count ${way},` }
  return await sql<TagRecord[]>`
    select *
    from ${known(sql, reach)}
    ${matches(sql, query)}
    order by ${orders[query.sortBy]} lower(name) ${query.sortBy === 'name' ? way : sql`asc`}
    limit ${page.limit}
    offset ${page.offset}`
}

const tagsAtOnce = 2_000

/** All tags by name, page by page. Each page counts the uses again, so that no connection is in use between two pages. */
export async function* readTagPages(sql: Sql, reach: Reach, filter: TagFilter): AsyncGenerator<TagRecord[]> {
  for (let last: string | undefined; ; ) {
    const rows = await sql<TagRecord[]>`
      select *
      from ${known(sql, reach)}
      ${matches(sql, filter)}
      ${last === undefined ? sql`` : sql`and lower(name) > lower(${last}::text)`}
      order by lower(name)
      limit ${tagsAtOnce}`
    if (rows.length > 0) yield rows
    if (rows.length < tagsAtOnce) return
    last = rows.at(-1)?.name
  }
}

export const countTags = (sql: Sql, reach: Reach, query: ListTagsQuery): Promise<number> =>
  countRows(sql, sql`${known(sql, reach)} ${matches(sql, query)}`)

/** The tag with this name, ignoring case. */
export async function findTag(sql: Statement, reach: Reach, name: string): Promise<TagRecord | undefined> {
  const [row] = await sql<TagRecord[]>`
    select *
    from ${known(sql, reach)}
    where lower(name) = lower(${name})`
  return row
}

/** Lets one transaction at a time change the names of an account's tags. */
export async function lockTags(tx: Tx, accountId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`tags:${accountId}`}, 0))`
}

interface TagSettings {
  name: string
  color: string
}

/** Writes the row of a tag, under the lock. Returns the names that its objects may still have. */
export async function writeTag(tx: Tx, accountId: string, before: string, settings: TagSettings): Promise<string[]> {
  const { name, color } = settings
  const former = [...(await removeTagRow(tx, accountId, before)), before].filter((each) => each !== name)
  await forgetFormerName(tx, accountId, name)
  await tx`
    insert into tags (account_id, name, color, former_names)
    values (${accountId}, ${name}, ${color}, ${former})`
  return former
}

/** Removes the row of a tag, under the lock. Returns the names that its objects may still have. */
export async function removeTagRow(tx: Tx, accountId: string, name: string): Promise<string[]> {
  const [gone] = await tx<{ former_names: string[] }[]>`
    delete from tags
    where account_id = ${accountId} and lower(name) = lower(${name})
    returning former_names`
  await forgetFormerName(tx, accountId, name)
  return gone?.former_names ?? []
}

/** From now on, objects with this name have another tag, or there are none. */
export const forgetFormerName = (tx: Statement, accountId: string, name: string) => tx`
  update tags
  set former_names = array(select former from unnest(former_names) as former where lower(former) <> lower(${name}))
  where account_id = ${accountId} and ${wasCalled(tx, name)}`

/** Whether a tag is being renamed from the former name. */
export const isFormerName = (tx: Tx, accountId: string, former: string, name: string): Promise<boolean> =>
  hasRows(tx, tx`tags where account_id = ${accountId} and lower(name) = lower(${name}) and ${wasCalled(tx, former)}`)

const wasCalled = (tx: Statement, former: string) => tx`
  exists (select from unnest(former_names) as former where lower(former) = lower(${former}))`

/** Names that objects of the tag may still have, because a rename has not ended. */
export async function formerNamesOf(sql: Statement, accountId: string, name: string): Promise<string[]> {
  const [row] = await sql<{ former_names: string[] }[]>`
    select former_names
    from tags
    where account_id = ${accountId} and lower(name) = lower(${name})`
  return row?.former_names ?? []
}

export const noSuchTag = () => new ApiError('NOT_FOUND', 'Tag not found.')
