import { ownsInstallation } from '#model/accounts/accounts.ts'
import { selectMemberships } from '#model/accounts/memberships.ts'
import { currentSession } from '#schemas/sessions.ts'
import { demandSession } from '../frame/auth/demand-session.ts'
import { endpoint } from '../frame/endpoint.ts'

export const showSession = endpoint({
  method: 'GET',
  path: '/session',
  summary: 'Get the signed-in user and the CSRF token',
  permission: 'read',
  reply: currentSession,
  async handle({ account, role, session, sql, config }) {
    const { user, csrf_token } = demandSession(session)
    if (role === null) throw new Error('a session has no role')
    return {
      user,
      account: { id: account.id, name: account.name },
      role,
      accounts: await selectMemberships(sql, user.id),
      plan: account.plan,
      installation: {
        is_owner: await ownsInstallation(sql, user.id),
        visitor_window_days: config.VISITOR_WINDOW_DAYS,
      },
      csrf_token,
    }
  },
})
