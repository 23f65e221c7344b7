import { accountOf } from '../accounts/account-row.ts'
import type { Caller } from '../accounts/caller.ts'
import { hashToken } from '../accounts/open-session.ts'
import { wholeAccount } from '../accounts/reach.ts'
import type { Stores } from '../stores.ts'
import { verifyAccessToken } from './access-token.ts'
import { findGrant } from './grant-caller.ts'
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
  const row = claims && (await findGrant(sql, hashToken(claims.grant)))
  if (claims === null || row === null || row.client_id !== claims.client_id) return null
  const asked = claims.scope.split(' ')
  return {
    account: accountOf(row),
    // The scopes decide what a token can do, but no token can delete.
    permissions: ['read', 'write', 'analytics'],
    reach: wholeAccount(row.account_id),
    key: null,
    session: null,
    token: {
      grant_id: row.grant_id,
      client_id: row.client_id,
      client_name: row.client_name,
      scopes: row.scopes.filter((scope) => asked.includes(scope)),
    },
  }
}
