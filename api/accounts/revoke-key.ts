import { ApiError } from '#core/api-error.ts'
import { isDescendant, revokeFamily } from '#model/accounts/keys.ts'
import { refuseBound } from '#model/accounts/reach.ts'
import { done } from '#schemas/envelope.ts'
import { keyParams } from '#schemas/keys.ts'
import { endpoint } from '../frame/endpoint.ts'

export const revokeKey = endpoint({
  method: 'DELETE',
  path: '/api-keys/{id}',
  summary: 'Revoke an API key',
  description:
    'It stops working immediately and cannot be restored. So do all keys that it created, and the keys that those created. A key that is restricted to domains can revoke only itself and these.',
  permission: 'delete',
  params: keyParams,
  reply: done,
  errors: ['NOT_FOUND'],
  async handle({ params, account, key, reach, sql }) {
    if (key === null || !(await isDescendant(sql, key.id, params.id))) refuseBound(reach)
    const revoked = await revokeFamily(sql, account.id, params.id)
    if (revoked === 0) throw new ApiError('NOT_FOUND', 'API key not found.')
    return { message: revoked === 1 ? 'API key revoked' : `API key revoked, with ${revoked - 1} that it created` }
  },
})
