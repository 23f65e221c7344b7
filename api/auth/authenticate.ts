import type { Sql } from '#runtime/postgres.ts'
import type { Permission, PlanName } from '#schemas/accounts.ts'
import { ApiError } from '../http/api-error.ts'
import { hashKey, looksMinted } from '../keys/key-format.ts'
import { findCaller } from './caller.sql.ts'

export interface Caller {
  account: { id: string; name: string; plan: PlanName }
  key: { id: string; name: string; permissions: Permission[] }
}

/** Who calls, by the API key they show; throws UNAUTHORIZED without one and INVALID_API_KEY for one that does not hold. */
export async function authenticate(sql: Sql, secret: string | undefined): Promise<Caller> {
  if (secret === undefined) {
    throw new ApiError('UNAUTHORIZED', 'An API key is required: send Authorization: Bearer <API_KEY>', undefined, {
      'www-authenticate': 'Bearer',
    })
  }
  const row = looksMinted(secret) ? await findCaller(sql, hashKey(secret)) : null
  if (row === null) {
    throw new ApiError('INVALID_API_KEY', 'The API key is invalid, expired or revoked', undefined, {
      'www-authenticate': 'Bearer error="invalid_token"',
    })
  }
  return {
    account: { id: row.account_id, name: row.account_name, plan: row.plan },
    key: { id: row.key_id, name: row.key_name, permissions: row.permissions },
  }
}

/** The key of a request: the Authorization header, else ?api_key=. */
export function readSecret(authorization: string | undefined, query: unknown): string | undefined {
  const bearer = /^Bearer +(\S.*)$/i.exec(authorization ?? '')?.[1]
  if (bearer !== undefined) return bearer.trim()
  const { api_key: given } = query as { api_key?: unknown }
  if (given === undefined || given === '') return undefined
  // A repeated parameter arrives as an array: no key looks like that.
  return typeof given === 'string' ? given : JSON.stringify(given)
}
