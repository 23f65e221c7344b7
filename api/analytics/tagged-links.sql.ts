import type { Sql } from '#runtime/postgres.ts'
import type { CursorPosition } from '../links/cursor.ts'
import { isChosen, type LinkChoice } from './pick-links.sql.ts'

interface TaggedLinks extends LinkChoice {
  /** Of which a click has a UTM parameter. */
  clicked: readonly string[]
  /** Also those that have UTM parameters of their own, or in their destination. */
  orOwn: boolean
}

interface Page {
  cursor: CursorPosition | undefined
  limit: number
  offset: number
}

/** The newest first. */
export async function selectTaggedLinks(
  sql: Sql,
  choice: TaggedLinks,
  { cursor, limit, offset }: Page,
): Promise<(CursorPosition & { id: string })[]> {
  const after = (position: CursorPosition) =>
    sql`and (links.created_at, links.id) < (${position.created_at}::text::timestamptz, ${position.id}::uuid)`
  return await sql<(CursorPosition & { id: string })[]>`
    select links.id,
      to_char(links.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_at
    from links
    join domains on domains.id = links.domain_id
    where ${isTagged(sql, choice)}
    ${cursor === undefined ? sql`` : after(cursor)}
    order by links.created_at desc, links.id desc
    limit ${limit}
    offset ${offset}`
}

export async function countTaggedLinks(sql: Sql, choice: TaggedLinks): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count
    from links
    join domains on domains.id = links.domain_id
    where ${isTagged(sql, choice)}`
  return row?.count ?? 0
}

/** like, which is cheap, spares most destinations the expression. */
const isTagged = (sql: Sql, { clicked, orOwn, ...choice }: TaggedLinks) => sql`
  ${isChosen(sql, choice)}
  and (links.id = any(${[...clicked]}::uuid[]) ${orOwn ? sql`or ${hasOwnTags(sql)}` : sql``})`

const hasOwnTags = (sql: Sql) => sql`
  coalesce(links.utm_source, links.utm_medium, links.utm_campaign, links.utm_term, links.utm_content) is not null
  or links.url like '%utm\\_%'
  and links.url ~ '^[^?#]*\\?([^#]*&)?utm_(source|medium|campaign|term|content)=[^&#]'`
