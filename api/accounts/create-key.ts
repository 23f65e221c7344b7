import { ApiError } from '#core/api-error.ts'
import type { Caller } from '#model/accounts/caller.ts'
import { insertKey, refuseTooManyKeys } from '#model/accounts/keys.ts'
import { type CreateKeyBody, createdKey, createKeyBody } from '#schemas/keys.ts'
import { isWithin } from '../frame/auth/allowed-addresses.ts'
import { demandCaller } from '../frame/auth/demand-caller.ts'
import { endpoint } from '../frame/endpoint.ts'
import { readDomains, showKey } from './key-domains.ts'

export const createKey = endpoint({
  method: 'POST',
  path: '/api-keys',
  summary: 'Create an API key',
  description:
    'The key is shown only in this response. It cannot have more access than the key that creates it, and is revoked with it.',
  permission: 'write',
  sensitive: true,
  body: createKeyBody,
  example: { name: 'Build server', permissions: ['read', 'write'], allowed_ips: ['192.0.2.0/24'] },
  reply: createdKey,
  status: 201,
  secretReply: true,
  async handle({ body, account, role, key, session, permissions, reach, sql, config }) {
    const missing = body.permissions.filter((permission) => !permissions.includes(permission))
    if (missing.length > 0) {
      throw new ApiError('FORBIDDEN', `This API key cannot grant permissions it lacks: ${missing.join(', ')}.`)
    }
    if (key !== null) refuseWider(key, body)
    const domain_ids = await readDomains({ sql, config }, reach, body.domain_ids ?? null)
    const parent_key_id = key?.id ?? null
    const created_by = session?.user.id ?? key?.created_by ?? null
    const created = await sql.begin(async (tx) => {
      // In this order: the second lock of the account is weaker, or two requests could wait for each other.
      await refuseTooManyKeys(tx, account.id)
      await demandCaller(tx, { account, role, key, session })
      return await insertKey(tx, { account_id: account.id, ...body, domain_ids, parent_key_id, created_by })
    })
    return await showKey({ sql, config }, reach, created)
  },
})

/** A key that expires or is limited to IP addresses cannot create a key that outlives it or works elsewhere. */
function refuseWider({ expires_at, allowed_ips }: NonNullable<Caller['key']>, body: CreateKeyBody): void {
  if (expires_at !== null && !(body.expires_at && body.expires_at <= expires_at)) {
    throw new ApiError(
      'FORBIDDEN',
      'This API key cannot create a key that outlives it. Set `expires_at` to its own expiration date or earlier.',
    )
  }
  if (allowed_ips === null) return
  const outside = body.allowed_ips?.filter((range) => !isWithin(range, allowed_ips))
  if (outside === undefined || outside.length > 0) {
    throw new ApiError(
      'FORBIDDEN',
      'This API key cannot create a key for other IP addresses. Set `allowed_ips` to a subset of its IP addresses.',
    )
  }
}
