import { z } from 'zod'
import type { Sql } from '#runtime/postgres.ts'
import { role } from '#schemas/accounts.ts'
import { scope } from '#schemas/oauth.ts'
import { accountColumns, accountOf, accountRow } from '../accounts/account-row.ts'
import type { Caller } from '../accounts/caller.ts'
import { hashToken } from '../accounts/open-session.ts'
import { wholeAccount } from '../accounts/reach.ts'
import type { Stores } from '../stores.ts'
import { verifyAccessToken } from './access-token.ts'
import type { SigningKeys } from './signing-keys.ts'

export type TokenCaller = Caller & { token: NonNullable<Caller['token']> }

/** Looks like a JWT: an API key never does. */
export const looksLikeToken = (secret: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(secret)

/**
 * The caller behind a bearer access token with this audience (audience.ts); null if it is invalid. The signature is checked
 * first, without the database. Then the grant is read, so that a revocation takes effect immediately on every node.
 */
export async function readAccessToken(
  { sql, config, signingKeys }: Pick<Stores, 'sql' | 'config'> & { signingKeys: SigningKeys },
  token: string,
  audience: string,
): Promise<TokenCaller | null> {
  const claims = await verifyAccessToken(signingKeys, token, { issuer: config.BASE_URL, audience })
  const row = claims && (await findGrant(sql, hashToken(claims.grant), claims.kid))
  if (claims === null || row === null || row.client_id !== claims.client_id) return null
  const asked = claims.scope.split(' ')
  return {
    account: accountOf(row),
    // The scopes decide what a token can do, but no token can delete.
    permissions: ['read', 'write', 'analytics'],
    role: row.role,
    reach: wholeAccount(row.account_id),
    key: null,
    session: null,
    token: {
      grant_id: row.grant_id,
      client_id: row.client_id,
      client_name: row.client_name,
      user_id: row.user_id,
      scopes: row.scopes.filter((scope) => asked.includes(scope)),
    },
  }
}

const grantRow = z.object({
  grant_id: z.uuid(),
  client_id: z.string(),
  client_name: z.string(),
  scopes: z.array(scope),
  user_id: z.uuid(),
  role,
  ...accountRow,
})

/** The account of a valid grant, unless the signing key was deleted. The same round trip records the use, at most once a minute. */
async function findGrant(sql: Sql, secretHash: Buffer, kid: string): Promise<z.infer<typeof grantRow> | null> {
  const [row] = await sql`
    with caller as (
      select
        oauth_grants.id as grant_id,
        oauth_grants.client_id,
        oauth_clients.client_name,
        oauth_grants.scopes,
        oauth_grants.user_id,
        memberships.role,
        ${accountColumns(sql)}
      from oauth_grants
      join oauth_clients on oauth_clients.id = oauth_grants.client_id
      join accounts on accounts.id = oauth_grants.account_id
      join memberships
        on memberships.account_id = oauth_grants.account_id and memberships.user_id = oauth_grants.user_id
      where oauth_grants.secret_hash = ${secretHash}
        and oauth_grants.revoked_at is null
        and oauth_grants.ends_at > now()
        and exists (select from oauth_signing_keys where kid = ${kid})
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
