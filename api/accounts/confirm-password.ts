import { confirmSession } from '#model/accounts/sessions.ts'
import { done } from '#schemas/envelope.ts'
import { confirmPasswordBody } from '#schemas/sessions.ts'
import { demandSession } from '../frame/auth/demand-session.ts'
import { endpoint } from '../frame/endpoint.ts'
import { checkCurrentPassword } from './check-current-password.ts'

export const confirmPassword = endpoint({
  method: 'POST',
  path: '/confirm-password',
  summary: 'Enter the current password, for sensitive requests in the next 10 minutes',
  permission: 'write',
  body: confirmPasswordBody,
  validation: '422-in-body',
  reply: done,
  async handle({ session, body, client, passwords, sql }) {
    const { id, user } = demandSession(session)
    await checkCurrentPassword(passwords, user.email, body.current_password, client.address)
    await sql.begin((tx) => confirmSession(tx, id))
    return { message: 'Password confirmed' }
  },
})
