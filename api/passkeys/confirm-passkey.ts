import { demand } from '#core/api-error.ts'
import { confirmSession } from '#model/accounts/sessions.ts'
import { done } from '#schemas/envelope.ts'
import { confirmPasskeyBody, credentialOptions } from '#schemas/passkeys.ts'
import { demandSession } from '../frame/auth/demand-session.ts'
import { endpoint } from '../frame/endpoint.ts'
import { rejected, unsupported } from './refusals.ts'

export const offerConfirmation = endpoint({
  method: 'POST',
  path: '/confirm-passkey/options',
  summary: 'Get the options for using a passkey in a browser',
  permission: 'write',
  reply: credentialOptions,
  errors: ['CONFLICT'],
  async handle({ session, passkeys }) {
    return { ...(await passkeys.offer(demand(passkeys.party, unsupported), demandSession(session))) }
  },
})

export const confirmPasskey = endpoint({
  method: 'POST',
  path: '/confirm-passkey',
  summary: 'Use a passkey, for sensitive requests in the next 10 minutes',
  permission: 'write',
  body: confirmPasskeyBody,
  validation: '422-in-body',
  reply: done,
  async handle({ session, body, client, passkeys, sql }) {
    const asking = demandSession(session)
    if ((await passkeys.check({ ...body, asking, address: client.address })) === null) throw rejected()
    await sql.begin((tx) => confirmSession(tx, asking.id))
    return { message: 'Passkey confirmed' }
  },
})
