import { selectSessions } from '#model/accounts/sessions.ts'
import { sessions } from '#schemas/sessions.ts'
import { demandSession } from '../frame/auth/demand-session.ts'
import { endpoint } from '../frame/endpoint.ts'

export const listSessions = endpoint({
  method: 'GET',
  path: '/sessions',
  summary: 'List sessions',
  permission: 'read',
  reply: sessions,
  async handle({ session, sql }) {
    const { id, user } = demandSession(session)
    const rows = await selectSessions(sql, user.id, id)
    return rows.map((row) => ({ ...row, id: row.id.toString('hex') }))
  },
})
