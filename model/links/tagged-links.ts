import type { CursorPosition } from '#core/cursor.ts'
import type { Sql } from '#runtime/postgres.ts'
import type { PageFrom } from '../rows.ts'
import { isChosen, type LinkChoice } from './pick-links.ts'

interface TaggedLinks extends LinkChoice {
  /** Comma-separated ids of links that have a click with a UTM parameter. */
  clicked: string
  /** Also includes links with UTM parameters in their settings or destination. */
  orOwn: boolean
}

type TaggedLink = CursorPosition & { id: string }

/** A page of links, newest first, and their number: in one statement that reads each link once. */
export async function selectTaggedLinks(
  sql: Sql,
  choice: TaggedLinks,
  { cursor, limit, offset }: PageFrom,
): Promise<{ found: TaggedLink[]; total: number }> {
  const after = (position: CursorPosition) =>
    sql`where (created_at, id) < (${position.created_at}::text::timestamptz, ${position.id}::uuid)`
  const rows = await sql<((TaggedLink | { id: null }) & { total: number })[]>`
    with clicked as materialized (
      select unnest(string_to_array(${choice.clicked}, ','))::uuid as id
    ), tagged as materialized (
      select links.id, links.created_at
      from links
      join domains on domains.id = links.domain_id
      where ${isChosen(sql, choice)}
      and (links.id in (select id from clicked) ${choice.orOwn ? sql`or ${hasOwnTags(sql)}` : sql``})
    ), page as (
      select id, created_at
      from tagged
      ${cursor === undefined ? sql`` : after(cursor)}
      order by created_at desc, id desc
      limit ${limit}
      offset ${offset}
    )
    select page.id, to_char(page.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_at,
      counted.total
    from (select count(*) as total from tagged) as counted
    left join page on true
    order by page.created_at desc, page.id desc`
  const found = rows.flatMap((row) => (row.id === null ? [] : [{ id: row.id, created_at: row.created_at }]))
  return { found, total: rows[0]?.total ?? 0 }
}

/** The cheap `like` spares most destinations the regular expression. */
const hasOwnTags = (sql: Sql) => sql`
  coalesce(links.utm_source, links.utm_medium, links.utm_campaign, links.utm_term, links.utm_content) is not null
  or links.url like '%utm\\_%'
  and links.url ~ '^[^?#]*\\?([^#]*&)?utm_(source|medium|campaign|term|content)=[^&#]'`
