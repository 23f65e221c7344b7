import { ApiError } from '#core/api-error.ts'
import { deleteOwnSession } from '#model/accounts/sessions.ts'
import { done } from '#schemas/envelope.ts'
import { sessionParams } from '#schemas/sessions.ts'
import { demandSession } from '../frame/auth/demand-session.ts'
import { endpoint } from '../frame/endpoint.ts'

export const endSession = endpoint({
  method: 'DELETE',
  path: '/sessions/{id}',
  summary: 'Sign out another session',
  permission: 'delete',
  params: sessionParams,
  reply: done,
  errors: ['NOT_FOUND', 'CONFLICT'],
  async handle({ session, params, sql }) {
    const { id, user } = demandSession(session)
    const ended = Buffer.from(params.id, 'hex')
    if (ended.equals(id)) throw new ApiError('CONFLICT', 'This is the current session. To end it, sign out.')
    if (!(await sql.begin((tx) => deleteOwnSession(tx, user.id, id, ended))))
      throw new ApiError('NOT_FOUND', 'Session not found. It may have ended already.')
    return { message: 'Session signed out' }
  },
})
