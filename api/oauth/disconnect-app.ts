import { z } from 'zod'
import { ApiError } from '#core/api-error.ts'
import { refuseBound } from '#model/accounts/reach.ts'
import { disconnectApp } from '#model/oauth/consents.ts'
import { done } from '#schemas/envelope.ts'
import { endpoint } from '../frame/endpoint.ts'
import { appsOf } from './list-connected-apps.ts'

export const disconnect = endpoint({
  method: 'DELETE',
  path: '/me/connected-apps/{id}',
  summary: 'Revoke the access of a connected app',
  description: 'Its tokens stop working immediately.',
  permission: 'delete',
  params: z.object({ id: z.string() }),
  reply: done,
  errors: ['NOT_FOUND'],
  async handle({ params, sql, ...caller }) {
    refuseBound(caller.reach)
    const known = z.uuid().safeParse(params.id).success && (await disconnectApp(sql, appsOf(caller), params.id))
    if (!known) throw new ApiError('NOT_FOUND', 'Connected app not found. Its access may have been revoked already.')
    return { message: 'Access revoked' }
  },
})
