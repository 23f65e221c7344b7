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
    const known = demandSession(session)
    const { user, provider_account_id, csrf_token } = known
    const accounts = await selectMemberships(sql, user.id)
    if (role === null) throw new Error('a session has no role')
    return {
      user,
      account: { id: account.id, name: account.name },
      role,
      accounts: provider_account_id === null ? accounts : accounts.filter(({ id }) => id === provider_account_id),
      is_single_sign_on: provider_account_id !== null,
      plan: account.plan,
      installation: {
        is_owner: await ownsInstallation(sql, known),
        visitor_window_days: config.VISITOR_WINDOW_DAYS,
      },
      csrf_token,
    }
  },
})
