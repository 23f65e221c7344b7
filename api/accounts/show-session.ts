import { ownsInstallation } from '#model/accounts/accounts.ts'
import { currentSession } from '#schemas/sessions.ts'
import { demandSession } from '../frame/auth/demand-session.ts'
import { endpoint } from '../frame/endpoint.ts'

export const showSession = endpoint({
  method: 'GET',
  path: '/session',
  summary: 'Get the signed-in user and the CSRF token',
  permission: 'read',
  reply: currentSession,
  async handle({ account, session, sql, config }) {
    const { user, csrf_token } = demandSession(session)
    return {
      user,
      account: { id: account.id, name: account.name },
      plan: account.plan,
      installation: {
        is_owner: await ownsInstallation(sql, user.id),
        visitor_window_days: config.VISITOR_WINDOW_DAYS,
      },
      csrf_token,
    }
  },
})
