import type { Sql } from '#runtime/postgres.ts'

/** Stored clicks of humans and unknown clients. */
export async function readClickCount(sql: Sql, linkId: string): Promise<number> {
  const [row] = await sql<{ clicks: number }[]>`
    select clicks
    from link_counts
    where link_id = ${linkId}`
  return row?.clicks ?? 0
}
