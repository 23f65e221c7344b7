import type { Sql } from '#runtime/postgres.ts'

/** What counts toward the click limit: stored clicks of humans and unknown clients, or the limit that was used up without any. */
export async function readClickCount(sql: Sql, linkId: string): Promise<number> {
  const [row] = await sql<{ clicks: number }[]>`
    select greatest(link_counts.clicks, links.limit_used) as clicks
    from link_counts
    join links on links.id = link_counts.link_id
    where link_counts.link_id = ${linkId}`
  return row?.clicks ?? 0
}
