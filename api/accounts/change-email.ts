import { ApiError } from '#core/api-error.ts'
import { changeEmail } from '#model/accounts/users.ts'
import { changedUser, changeEmailBody } from '#schemas/sessions.ts'
import { demandSession } from '../frame/auth/demand-session.ts'
import { endpoint } from '../frame/endpoint.ts'
import { checkCurrentPassword } from './check-current-password.ts'

export const changeOwnEmail = endpoint({
  method: 'PUT',
  path: '/email',
  summary: 'Change the sign-in email address',
  permission: 'write',
  body: changeEmailBody,
  validation: '422-in-body',
  reply: changedUser,
  errors: ['CONFLICT'],
  async handle({ session, body: { email, current_password }, client, passwords, sql }) {
    const { user } = demandSession(session)
    const known = await checkCurrentPassword(passwords, user.email, current_password, client.address)
    const outcome = await changeEmail(sql, known, email)
    if (outcome === 'taken')
      throw new ApiError('CONFLICT', 'Another user has this email address. Enter a different one.', { email })
    if (outcome === 'claimed')
      throw new ApiError(
        'CONFLICT',
        'Single sign-on manages the email addresses of this domain. Enter an address of another domain.',
        {
          email,
        },
      )
    if (outcome === 'outdated')
      throw new ApiError('CONFLICT', 'The password was changed in another session. Try again with the new password.')
    return { ...user, email }
  },
})
