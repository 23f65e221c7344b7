import { ApiError } from '#core/api-error.ts'
import { accountOf } from '#model/accounts/account-row.ts'
import type { Caller, SessionCaller } from '#model/accounts/caller.ts'
import { findCaller } from '#model/accounts/find-caller.ts'
import { hashKey, looksMinted } from '#model/accounts/key-format.ts'
import { hashToken } from '#model/accounts/open-session.ts'
import { wholeAccount } from '#model/accounts/reach.ts'
import { findSession } from '#model/accounts/sessions.ts'
import type { Sql } from '#runtime/postgres.ts'
import { permissions } from '#schemas/permissions.ts'
import type { OwnCredential } from './credentials.ts'
import { csrfToken } from './csrf.ts'

/** The caller. Throws UNAUTHORIZED without a key or valid session, and INVALID_API_KEY for an invalid key. */
export async function authenticate(sql: Sql, credential: OwnCredential | undefined): Promise<Caller> {
  if (credential === undefined) {
    throw unauthorized('An API key is required. Send the header Authorization: Bearer <API_KEY>.')
  }
  if (credential.kind === 'key') return await authenticateKey(sql, credential.secret)
  const caller = await authenticateSession(sql, credential.secret)
  if (caller === null) throw sessionEnded()
  return caller
}

const unauthorized = (message: string) =>
  new ApiError('UNAUTHORIZED', message, undefined, { 'www-authenticate': 'Bearer' })

export const sessionEnded = () => unauthorized('The session has ended. Sign in again, or send an API key.')

export const invalidKey = () =>
  new ApiError(
    'INVALID_API_KEY',
    'The API key is invalid, expired, or revoked. Create a new one in the dashboard.',
    undefined,
    { 'www-authenticate': 'Bearer error="invalid_token"' },
  )

async function authenticateKey(sql: Sql, secret: string): Promise<Caller> {
  const row = looksMinted(secret) ? await findCaller(sql, hashKey(secret)) : null
  if (row === null) throw invalidKey()
  const { account_id, permissions: granted, expires_at, allowed_ips, domain_ids, created_by } = row
  return {
    account: accountOf(row),
    permissions: granted,
    role: row.role,
    reach: { account_id, domain_ids },
    key: { id: row.key_id, name: row.key_name, permissions: granted, expires_at, allowed_ips, domain_ids, created_by },
    session: null,
    token: null,
  }
}

/** A signed-in user may do what their role allows. Null for a token whose session has ended. */
export async function authenticateSession(sql: Sql, token: string): Promise<SessionCaller | null> {
  const id = hashToken(token)
  const row = await findSession(sql, id)
  if (row === null) return null
  return {
    account: accountOf(row),
    permissions,
    role: row.role,
    reach: wholeAccount(row.account_id),
    key: null,
    session: {
      id,
      user: { id: row.user_id, email: row.email, time_zone: row.time_zone },
      is_confirmed: row.is_confirmed,
      provider_account_id: row.provider_account_id,
      csrf_token: csrfToken(token),
    },
    token: null,
  }
}
