import { invalidField } from '#core/api-error.ts'
import { confirmSession } from '#model/accounts/sessions.ts'
import { confirmCodeBody } from '#schemas/authenticators.ts'
import { done } from '#schemas/envelope.ts'
import { demandSession } from '../frame/auth/demand-session.ts'
import { endpoint } from '../frame/endpoint.ts'

export const confirmCode = endpoint({
  method: 'POST',
  path: '/confirm-code',
  summary: 'Enter a code of the authenticator app, for sensitive requests in the next 10 minutes',
  permission: 'write',
  body: confirmCodeBody,
  validation: '422-in-body',
  reply: done,
  async handle({ session, body, client, codes, sql }) {
    const { id, user } = demandSession(session)
    if (!(await codes.check({ user, code: body.code, address: client.address }))) throw wrongCode()
    await sql.begin((tx) => confirmSession(tx, id))
    return { message: 'Code confirmed' }
  },
})

export const wrongCodeMessage = 'Wrong code, or it was already used.'

export const wrongCode = () => invalidField('code', wrongCodeMessage)
