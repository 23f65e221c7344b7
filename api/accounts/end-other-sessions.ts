import { deleteOtherSessions } from '#model/accounts/sessions.ts'
import { done } from '#schemas/envelope.ts'
import { demandSession } from '../frame/auth/demand-session.ts'
import { endpoint } from '../frame/endpoint.ts'

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/sessions',
  summary: 'Sign out all other sessions',
  permission: 'delete',
  reply: done,
  async handle({ session, sql }) {
    const { id, user } = demandSession(session)
    const ended = await sql.begin((tx) => deleteOtherSessions(tx, user.id, id))
    return { message: `Signed out ${ended} other ${ended === 1 ? 'session' : 'sessions'}` }
  },
})
