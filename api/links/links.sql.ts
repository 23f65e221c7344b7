import type { Sql } from '#runtime/postgres.ts'
import type { ListShortUrlsQuery } from '#schemas/links.ts'
import type { LinkCounts, LinkDomain, LinkRow } from '#store/describe-link.ts'
import type { CursorPosition } from './cursor.ts'

/** A link as every reading statement here returns it. */
export interface ReadLink extends LinkRow, LinkCounts, Omit<LinkDomain, 'id'> {}

const columns = (sql: Sql) => sql`
  links.id, links.code, links.is_custom_alias, links.url, links.name, links.redirect_type, links.forward_query,
  links.tracking_enabled, links.expires_at, links.created_at, links.updated_at,
  coalesce(link_counts.clicks, 0) as clicks, link_counts.last_clicked_at, domains.type, domains.host`

const source = (sql: Sql) => sql`
  links
  join domains on domains.id = links.domain_id
  left join link_counts on link_counts.link_id = links.id`

type Filter = Pick<ListShortUrlsQuery, 'status' | 'search'>

const matches = (sql: Sql, accountId: string, { status, search }: Filter) => sql`
  links.account_id = ${accountId}
  ${status === 'active' ? sql`and (links.expires_at is null or links.expires_at > now())` : sql``}
  ${status === 'expired' ? sql`and links.expires_at <= now()` : sql``}
  ${search === undefined || search === '' ? sql`` : sql`and ${contains(sql, search)}`}`

const contains = (sql: Sql, search: string) => sql`
  (position(lower(${search}::text) in lower(links.name)) > 0
  or position(lower(${search}::text) in lower(links.code)) > 0
  or position(lower(${search}::text) in lower(links.url)) > 0)`

/** Links without a value come last either way; the id makes every order total. */
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

/** The cursor keeps microseconds, as Postgres does; a Date would round them away and lose rows. */
const after = (sql: Sql, direction: ListShortUrlsQuery['sortOrder'], { created_at, id }: CursorPosition) => {
  const place = sql`(${created_at}::text::timestamptz, ${id}::uuid)`
  return direction === 'asc'
    ? sql`and (links.created_at, links.id) > ${place}`
    : sql`and (links.created_at, links.id) < ${place}`
}

interface PageOptions {
  cursor: CursorPosition | undefined
  limit: number
  offset: number
}

export async function selectLinks(
  sql: Sql,
  accountId: string,
  query: Omit<ListShortUrlsQuery, 'page' | 'limit' | 'cursor'>,
  { cursor, limit, offset }: PageOptions,
): Promise<(ReadLink & { position: string })[]> {
  return await sql<(ReadLink & { position: string })[]>`
    select ${columns(sql)},
      to_char(links.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as position
    from ${source(sql)}
    where ${matches(sql, accountId, query)}
    ${cursor === undefined ? sql`` : after(sql, query.sortOrder, cursor)}
    order by ${orders(sql, query.sortOrder)[query.sortBy]}
    limit ${limit}
    offset ${offset}`
}

export async function countLinks(sql: Sql, accountId: string, filter: Filter): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count
    from links
    where ${matches(sql, accountId, filter)}`
  return row?.count ?? 0
}

/** What an id in a path may mean: the id of a link, or its code on the base domain. */
export interface Address {
  id: string | null
  code: string
  base_domain_id: string
}

const isAddressed = (sql: Sql, { id, code, base_domain_id }: Address) => sql`
  (links.id = ${id}::uuid or (links.domain_id = ${base_domain_id} and links.code = ${code}))`

/** The account's own link; one with that id goes before one whose alias looks like it. */
export async function selectOwnLink(sql: Sql, accountId: string, address: Address): Promise<ReadLink | undefined> {
  const [row] = await sql<ReadLink[]>`
    select ${columns(sql)}
    from ${source(sql)}
    where links.account_id = ${accountId} and ${isAddressed(sql, address)}
    order by (links.id = ${address.id}::uuid) is true desc
    limit 1`
  return row
}

/** Is there such a link at all, whoever owns it? */
export async function linkExists(sql: Sql, address: Address): Promise<boolean> {
  const [row] = await sql<{ exists: boolean }[]>`
    select exists (select from links where ${isAddressed(sql, address)}) as exists`
  return row?.exists === true
}

export async function codeIsTaken(sql: Sql, domainId: string, code: string): Promise<boolean> {
  const [row] = await sql<{ exists: boolean }[]>`
    select exists (select from links where domain_id = ${domainId} and code = ${code}) as exists`
  return row?.exists === true
}

export async function selectOwnDomain(
  sql: Sql,
  accountId: string,
  { type, host }: Omit<LinkDomain, 'id'>,
): Promise<LinkDomain | undefined> {
  const [row] = await sql<LinkDomain[]>`
    select id, type, host
    from domains
    where account_id = ${accountId} and type = ${type} and host = ${host}`
  return row
}
