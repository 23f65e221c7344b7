import type { Sql, Tx } from '#runtime/postgres.ts'

export async function selectLinkIds(sql: Sql, campaignId: string, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id
    from links
    where campaign_id = ${campaignId}
    limit ${limit}`
  return rows.map(({ id }) => id)
}

export interface Member {
  id: string
  campaign_id: string | null
}

/** The account's own links of these ids. Whoever locks several links does it in this order: then nobody waits in a circle. */
export async function lockLinks(tx: Tx, accountId: string, linkIds: readonly string[]): Promise<Member[]> {
  return await tx<Member[]>`
    select id, campaign_id
    from links
    where account_id = ${accountId} and id = any(${linkIds}::uuid[])
    order by id
    for update`
}

/** Visitors notice nothing of it, so neither the rev of a link changes nor what redirectors know. */
export async function moveLinks(tx: Tx, linkIds: readonly string[], campaignId: string | null): Promise<void> {
  await tx`
    with moved as (
      update links
      set campaign_id = ${campaignId}, updated_at = now()
      where id = any(${linkIds}::uuid[])
      returning domain_id, code, rev
    )
    insert into outbox (target, domain_id, code, rev)
    select 'facts', domain_id, code, rev from moved`
}
