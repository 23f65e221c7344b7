import { linkAt } from '#core/schedules/link-at.ts'
import type { Part, Sql, Tx } from '#runtime/postgres.ts'
import type { ListShortUrlsQuery } from '#schemas/links.ts'
import { linksWithin, type Reach } from '../accounts/reach.ts'
import { countRows, hasRows, isAfter, type PageFrom, positionOf } from '../rows.ts'
import type { LinkDomain } from './describe-link.ts'
import { hasTags } from './has-tags.ts'
import type { LinkFilter, OrderedFilter } from './link-page.ts'
import {
  type LinkCounts,
  type LinkHealth,
  type LinkRow,
  type LinkUses,
  linkColumns,
  linkHealth,
  linkUses,
  urlHash,
} from './link-row.ts'
import { isTrashed, isUnlisted, linkStatus } from './link-status.ts'
import { rankedPage } from './ranked-page.ts'

/** A link as the statements here return it. */
export interface ReadLink extends LinkRow, LinkCounts, LinkUses, LinkHealth, Omit<LinkDomain, 'id'> {}

const columns = (sql: Sql | Tx) => sql`
  ${linkColumns(sql)}, coalesce(link_counts.clicks, 0) as clicks, link_counts.last_clicked_at, domains.type, domains.host,
  ${linkUses(sql)}, ${linkHealth(sql)}`

const linksAndCounts = (sql: Sql | Tx) => sql`
  links
  left join link_counts on link_counts.link_id = links.id`

const source = (sql: Sql | Tx) => sql`
  ${linksAndCounts(sql)}
  join domains on domains.id = links.domain_id`

const matches = (sql: Sql | Tx, reach: Reach, filter: LinkFilter) => sql`
  ${linksWithin(sql, reach)}
  ${hasStatus(sql, filter.status)}
  ${filter.search === undefined || filter.search === '' ? sql`` : sql`and ${contains(sql, filter.search)}`}
  ${filter.campaign === undefined ? sql`` : sql`and links.campaign_id = ${filter.campaign}`}
  ${filter.outsideCampaign === undefined ? sql`` : sql`and links.campaign_id is distinct from ${filter.outsideCampaign}`}
  ${hasTags(sql, 'links', filter.tags)}
  ${usedBy(sql, filter.used_by)}
  ${hasHealth(sql, reach, filter.health)}
  ${filter.created_after === undefined ? sql`` : sql`and links.created_at >= ${filter.created_after}`}
  ${filter.created_before === undefined ? sql`` : sql`and links.created_at < ${filter.created_before}`}
  ${onDomain(sql, filter)}`

const hasStatus = (sql: Sql | Tx, status: LinkFilter['status']) => {
  if (status === 'all') return sql``
  if (status === 'trashed') return sql`and ${isTrashed(sql)}`
  return status === undefined ? sql`and not (${isUnlisted(sql)})` : sql`and ${linkStatus(sql)} = ${status}`
}

const usedBy = (sql: Sql | Tx, user: LinkFilter['used_by']) => {
  const code = sql`exists (select from qr_codes where qr_codes.link_id = links.id)`
  const test = sql`exists (select from ab_tests where ab_tests.link_id = links.id and ab_tests.status <> 'completed')`
  if (user === 'none') return sql`and not ${code} and not ${test}`
  return user === undefined ? sql`` : sql`and ${user === 'qr_code' ? code : test}`
}

const hasHealth = (sql: Sql | Tx, { account_id }: Reach, state: LinkFilter['health']) =>
  state === undefined
    ? sql``
    : sql`
      and exists (
        select from destination_checks
        where destination_checks.link_id = links.id and destination_checks.account_id = ${account_id}
        and destination_checks.state = ${state} and url_hash = ${urlHash(sql)})`

const onDomain = (sql: Sql | Tx, { type, host }: Pick<LinkFilter, 'type' | 'host'>) => sql`
  ${type === undefined ? sql`` : sql`and domains.type = ${type}`}
  ${host === undefined ? sql`` : sql`and domains.host = ${host}`}`

/** Otherwise links are counted without their domains, and without other filters from an index alone. */
const isOnAnyDomain = ({ type, host }: LinkFilter) => type === undefined && host === undefined

/** The expression of the index links_search. Only a search that contains a line feed can match across fields. */
const contains = (sql: Sql | Tx, search: string) => sql`
  lower(coalesce(links.name, '') || chr(10) || links.code || chr(10) || links.url)
    like lower(${`%${search.replace(/[\\%_]/g, '\\$&')}%`}::text)`

/** Links without a value come last in both directions; the id makes every order total. */
const orders = (sql: Sql, direction: ListShortUrlsQuery['sortOrder']) => {
  const way = direction === 'asc' ? sql`asc` : sql`desc`
  return {
    created_at: sql`links.created_at ${way}, links.id ${way}`,
    name: sql`lower(links.name) ${way} nulls last, links.id ${way}`,
    clicks: sql`coalesce(link_counts.clicks, 0) ${way}, links.id ${way}`,
    last_clicked_at: sql`link_counts.last_clicked_at ${way} nulls last, links.id ${way}`,
    expires_at: sql`links.expires_at ${way} nulls last, links.id ${way}`,
  }
}

type ListedLink = ReadLink & { position: string }

export async function selectLinks(sql: Sql, reach: Reach, query: OrderedFilter, page: PageFrom): Promise<ListedLink[]> {
  const list = { reach, query, page }
  const value = query.sortOrder === 'desc' ? valuesThatMayBeMissing(sql)[query.sortBy] : undefined
  if (value !== undefined) return await selectDescending(sql, list, value)
  return await selectPage(sql, list, { condition: sql``, order: orders(sql, query.sortOrder)[query.sortBy] })
}

interface List {
  reach: Reach
  query: OrderedFilter
  page: PageFrom
}

const valuesThatMayBeMissing = (sql: Sql): Partial<Record<OrderedFilter['sortBy'], Part>> => ({
  name: sql`lower(links.name)`,
  expires_at: sql`links.expires_at`,
})

/**
 * Links with the value, and then those without it: each part is the index of the ascending order read backward, where links
 * without a value come first. An index for this order would make every new link more expensive.
 */
async function selectDescending(sql: Sql, list: List, value: Part): Promise<ListedLink[]> {
  const { reach, query, page } = list
  const order = sql`${value} desc, links.id desc`
  const filled = sql`and ${value} is not null`
  const links = await selectPage(sql, list, { condition: filled, order })
  if (links.length === page.limit) return links
  const passed = links.length > 0 || page.offset === 0 ? page.offset : await countLinks(sql, reach, query, filled)
  // The count may be higher than at the first statement.
  const rest = { ...page, limit: page.limit - links.length, offset: Math.max(0, page.offset - passed) }
  const others = await selectPage(sql, { ...list, page: rest }, { condition: sql`and ${value} is null`, order })
  return [...links, ...others]
}

interface PartOfList {
  condition: Part
  order: Part
}

async function selectPage(sql: Sql, { reach, query, page }: List, part: PartOfList): Promise<ListedLink[]> {
  const { cursor, limit, offset } = page
  const ranked = rankedPage(sql, reach, query, page)
  const rows = await sql<ListedLink[]>`
    select ${columns(sql)},
      ${positionOf(sql, 'links')}
    from ${source(sql)}
    where ${matches(sql, reach, query)}
    ${part.condition}
    ${cursor === undefined ? sql`` : sql`and ${isAfter(sql, 'links', query.sortOrder, cursor)}`}
    ${ranked === null ? sql`` : sql`and links.id in (${ranked})`}
    order by ${part.order}
    limit ${limit}
    offset ${ranked === null ? offset : 0}`
  return asOfNow(rows)
}

/** A condition begins with `and`. */
export async function countLinks(sql: Sql, reach: Reach, filter: LinkFilter, condition = sql``): Promise<number> {
  const links = isOnAnyDomain(filter) ? linksAndCounts(sql) : source(sql)
  return await countRows(sql, sql`${links} where ${matches(sql, reach, filter)} ${condition}`)
}

/** Locks a link, and returns whether it matches a filter that it matched before. */
export async function stillMatches(tx: Tx, reach: Reach, filter: LinkFilter, linkId: string): Promise<boolean> {
  // In a separate statement, so that the next one sees the changes that this one waits for.
  await tx`select from links where id = ${linkId} for update`
  return await hasRows(tx, tx`${source(tx)} where ${matches(tx, reach, filter)} and links.id = ${linkId}`)
}

/** An id in a path: the id of a link, or its code on the base domain. */
export interface LinkReference {
  id: string | null
  code: string
  base_domain_id: string
}

/** The caller's links that a reference may mean, on one domain if it is given. */
export async function selectOwnLinks(
  sql: Sql,
  reach: Reach,
  { id, code, base_domain_id }: LinkReference,
  { limit, ...domain }: Pick<LinkFilter, 'type' | 'host'> & { limit: number },
): Promise<ReadLink[]> {
  const rows = await sql<ReadLink[]>`
    select ${columns(sql)}
    from ${source(sql)}
    where ${linksWithin(sql, reach)} ${onDomain(sql, domain)}
    and links.id in (
      select ${id}::uuid
      union all
      select id from links
      where code = ${code}
      and domain_id in (select id from domains where account_id = ${reach.account_id} or id = ${base_domain_id}))
    order by (links.id = ${id}::uuid) is true desc, domains.type = 'standard' desc, links.id
    limit ${limit}`
  return asOfNow(rows)
}

export async function selectLinksById(sql: Sql | Tx, linkIds: readonly string[]): Promise<ReadLink[]> {
  const rows = await sql<ReadLink[]>`
    select ${columns(sql)}
    from ${source(sql)}
    where links.id = any(${linkIds}::uuid[])`
  return asOfNow(rows)
}

/**
 * Applies scheduled changes that are due, because the workers write them to the rows later. The result of a destination check is
 * that of the destination in the row.
 */
function asOfNow<Link extends ReadLink>(rows: readonly Link[]): Link[] {
  const now = Date.now()
  return rows.map((row) => {
    const link = linkAt(row, now)
    return link.url === row.url ? link : { ...link, destination_health: null }
  })
}

/** Whether such a link exists in any account. */
export const linkExists = (sql: Sql, { id, code, base_domain_id }: LinkReference): Promise<boolean> =>
  hasRows(sql, sql`links where id = ${id}::uuid or (domain_id = ${base_domain_id} and code = ${code})`)

export const codeIsTaken = (sql: Sql | Tx, domainId: string, code: string): Promise<boolean> =>
  hasRows(sql, sql`links where domain_id = ${domainId} and code = ${code}`)

/** A domain that serves links. */
export async function selectOwnDomain(
  sql: Sql,
  accountId: string,
  { type, host }: Omit<LinkDomain, 'id'>,
): Promise<LinkDomain | undefined> {
  const [row] = await sql<LinkDomain[]>`
    select id, type, host
    from domains
    where account_id = ${accountId} and type = ${type} and host = ${host} and status = 'verified'`
  return row
}
