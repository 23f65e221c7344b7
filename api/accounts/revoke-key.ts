import { ApiError } from '#core/api-error.ts'
import { markRevoked } from '#model/accounts/keys.ts'
import { refuseBound } from '#model/accounts/reach.ts'
import { done } from '#schemas/envelope.ts'
import { keyParams } from '#schemas/keys.ts'
import { endpoint } from '../frame/endpoint.ts'

export const revokeKey = endpoint({
  method: 'DELETE',
  path: '/api-keys/{id}',
  summary: 'Revoke an API key',
  description:
    'It stops working immediately and cannot be restored. A key that is restricted to domains can revoke only itself.',
  permission: 'delete',
  params: keyParams,
  reply: done,
  errors: ['NOT_FOUND'],
  async handle({ params, account, key, reach, sql }) {
    if (params.id !== key?.id) refuseBound(reach)
    if (!(await markRevoked(sql, account.id, params.id))) throw new ApiError('NOT_FOUND', 'API key not found.')
    return { message: 'API key revoked' }
  },
})
