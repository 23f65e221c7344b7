import { ApiError } from '#core/api-error.ts'
import { openAccount } from '#model/accounts/memberships.ts'
import { hashToken, openSession } from '#model/accounts/open-session.ts'
import { hashPassword } from '#model/accounts/passwords.ts'
import { changePassword } from '#model/accounts/users.ts'
import { changedPassword, changePasswordBody } from '#schemas/sessions.ts'
import { sessionCookie } from '../frame/auth/cookies.ts'
import { csrfToken } from '../frame/auth/csrf.ts'
import { demandSession } from '../frame/auth/demand-session.ts'
import { endpoint } from '../frame/endpoint.ts'
import { checkCurrentPassword } from './check-current-password.ts'

/** Ends every other session and gives this one a new token, so a stolen cookie stops working. */
export const changeOwnPassword = endpoint({
  method: 'PUT',
  path: '/password',
  summary: 'Change the password and sign out all other sessions',
  permission: 'write',
  body: changePasswordBody,
  validation: '422-in-body',
  reply: changedPassword,
  errors: ['CONFLICT'],
  async handle({ account, session, body, client, passwords, sql, config, answer }) {
    const { user } = demandSession(session)
    const known = await checkCurrentPassword(passwords, user.email, body.current_password, client.address)
    const password_hash = await hashPassword(body.new_password)
    if (!(await changePassword(sql, known, password_hash, body.revoke_access))) throw changedElsewhere()
    const token = await openSession(sql, { ...known, password_hash }, client.agent)
    if (token === null) throw changedElsewhere()
    await openAccount(sql, hashToken(token), user.id, account.id)
    answer.headers['set-cookie'] = sessionCookie(config, token)
    return { csrf_token: csrfToken(token) }
  },
})

const changedElsewhere = () =>
  new ApiError('CONFLICT', 'The password was changed in another session. Try again with the new password.')
