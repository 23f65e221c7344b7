import type { Sql } from '#runtime/postgres.ts'

export async function selectLinkIds(sql: Sql, campaignId: string, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id
    from links
    where campaign_id = ${campaignId}
    limit ${limit}`
  return rows.map(({ id }) => id)
}
