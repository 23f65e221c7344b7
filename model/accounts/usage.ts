import type { Sql } from '#runtime/postgres.ts'
import { theRow } from '../rows.ts'

export interface Holdings {
  links: number
  domains: number
  campaigns: number
  api_keys: number
}

/** Resource counts of the account, without revoked keys. */
export async function countHoldings(sql: Sql, accountId: string): Promise<Holdings> {
  const rows = await sql<Holdings[]>`
    select
      (select count(*) from links where account_id = ${accountId}) as links,
      (select count(*) from domains where account_id = ${accountId}) as domains,
      (select count(*) from campaigns where account_id = ${accountId}) as campaigns,
      (select count(*) from api_keys where account_id = ${accountId} and revoked_at is null) as api_keys`
  return theRow(rows, 'the counts were not returned')
}
