import { z } from 'zod'
import type { Sql } from '#runtime/postgres.ts'
import { scope } from '#schemas/oauth.ts'
import { accountColumns, accountRow } from '../accounts/account-row.ts'

const grantRow = z.object({
  grant_id: z.uuid(),
  client_id: z.string(),
  client_name: z.string(),
  scopes: z.array(scope),
  ...accountRow,
})

/** The account of a valid grant. The same round trip records the use, at most once a minute. */
export async function findGrant(sql: Sql, secretHash: Buffer): Promise<z.infer<typeof grantRow> | null> {
  const [row] = await sql`
    with caller as (
      select
        oauth_grants.id as grant_id,
        oauth_grants.client_id,
        oauth_clients.client_name,
        oauth_grants.scopes,
        ${accountColumns(sql)}
      from oauth_grants
      join oauth_clients on oauth_clients.id = oauth_grants.client_id
      join accounts on accounts.id = oauth_grants.account_id
      join memberships
        on memberships.account_id = oauth_grants.account_id and memberships.user_id = oauth_grants.user_id
      where oauth_grants.secret_hash = ${secretHash}
        and oauth_grants.revoked_at is null
        and oauth_grants.ends_at > now()
    ), used as (
      update oauth_grants
      set last_used_at = now()
      from caller
      where oauth_grants.id = caller.grant_id
        and (oauth_grants.last_used_at is null or oauth_grants.last_used_at < now() - interval '1 minute')
    )
    select * from caller`
  return row === undefined ? null : grantRow.parse(row)
}
