import { currentSession } from '#schemas/sessions.ts'
import { endpoint } from '../http/endpoint.ts'
import { demandSession } from './demand-session.ts'

export const showSession = endpoint({
  method: 'GET',
  path: '/session',
  summary: 'Who is signed in, and the CSRF token of their requests',
  permission: 'read',
  reply: currentSession,
  async handle({ account, session }) {
    const { user, csrf_token } = demandSession(session)
    return { user, account: { id: account.id, name: account.name }, plan: account.plan, csrf_token }
  },
})
