import type { z } from 'zod'
import type { Sql } from '#runtime/postgres.ts'
import type { usage } from '#schemas/keys.ts'
import { theRow } from '../rows.ts'

type Holdings = Pick<z.input<typeof usage>, 'links' | 'domains' | 'campaigns' | 'api_keys'>

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
