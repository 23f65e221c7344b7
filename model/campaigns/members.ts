import type { Sql, Tx } from '#runtime/postgres.ts'
import { linksWithin, type Reach } from '../accounts/reach.ts'
import { lockCodes } from '../qr-codes/read-qr-code.ts'
import { hasRows, idsOf } from '../rows.ts'

/** Links of a campaign that its deletion may delete. Those in quarantine stay. */
export async function selectLinkIds(sql: Sql, campaignId: string, limit: number): Promise<string[]> {
  return await idsOf(sql`
    select id
    from links
    where campaign_id = ${campaignId} and quarantined_at is null
    limit ${limit}`)
}

/** Whether the campaign has links outside the caller's reach. */
export const hasOthers = (sql: Sql | Tx, campaignId: string, reach: Reach): Promise<boolean> =>
  hasRows(sql, sql`links where campaign_id = ${campaignId} and not (${linksWithin(sql, reach)})`)

export interface Member {
  id: string
  domain_id: string
  campaign_id: string | null
  trashed_at: Date | null
}

/** Locks the account's links with these ids. Several links are always locked in this order, which prevents deadlocks. */
export async function lockLinks(tx: Tx, accountId: string, linkIds: readonly string[]): Promise<Member[]> {
  return await tx<Member[]>`
    select id, domain_id, campaign_id, trashed_at
    from links
    where account_id = ${accountId} and id = any(${linkIds}::uuid[])
    order by id
    for update`
}

/**
 * Moves links and their QR codes, and returns the ids of the codes. Redirects do not depend on the campaign, so the rev of a
 * link and its redirect record stay.
 */
export async function moveLinks(tx: Tx, linkIds: readonly string[], campaignId: string | null): Promise<string[]> {
  const codes = await lockCodes(tx, tx`link_id = any(${linkIds}::uuid[])`)
  await tx`
    with moved as (
      update links
      set campaign_id = ${campaignId}, updated_at = now()
      where id = any(${linkIds}::uuid[])
      returning domain_id, code, rev
    ), codes as (
      update qr_codes
      set campaign_id = ${campaignId}, updated_at = now()
      where id = any(${codes}::uuid[])
    )
    insert into outbox (target, domain_id, code, rev)
    select 'facts', domain_id, code, rev from moved`
  return codes
}
