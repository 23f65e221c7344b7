import { randomBytes } from 'node:crypto'
import { ApiError, demand } from '#core/api-error.ts'
import { setupUrl, toBase32 } from '#core/sign-in/totp.ts'
import {
  confirmAuthenticator,
  findAuthenticator,
  removeAuthenticator,
  startAuthenticator,
} from '#model/accounts/authenticators.ts'
import { replaceRecoveryCodes } from '#model/accounts/recovery-codes.ts'
import {
  authenticator,
  confirmAuthenticatorBody,
  recoveryCodes,
  removeAuthenticatorBody,
  startedAuthenticator,
} from '#schemas/authenticators.ts'
import { done } from '#schemas/envelope.ts'
import { demandOpenSession } from '../frame/auth/demand-caller.ts'
import { demandSession } from '../frame/auth/demand-session.ts'
import { endpoint } from '../frame/endpoint.ts'
import { checkCurrentPassword } from './check-current-password.ts'
import { wrongCode } from './confirm-code.ts'

/** As long as the digest, as RFC 4226 recommends. */
const secretBytes = 20

const showAuthenticator = endpoint({
  method: 'GET',
  path: '/authenticator',
  summary: 'Get the status of the authenticator app',
  permission: 'read',
  reply: authenticator,
  async handle({ session, sql }) {
    return await findAuthenticator(sql, demandSession(session).user.id)
  },
})

const start = endpoint({
  method: 'POST',
  path: '/authenticator',
  summary: 'Start the setup of an authenticator app',
  permission: 'write',
  sensitive: true,
  reply: startedAuthenticator,
  secretReply: true,
  errors: ['CONFLICT'],
  async handle({ session, sql, secretKeys }) {
    const open = demandSession(session)
    const { user } = open
    const secret = randomBytes(secretBytes)
    const isStarted = await sql.begin(async (tx) => {
      await demandOpenSession(tx, open)
      return await startAuthenticator(tx, { keys: secretKeys, userId: user.id, secret })
    })
    if (!isStarted) throw new ApiError('CONFLICT', 'You already have an authenticator app. Turn it off first.')
    return { secret: toBase32(secret), setup_url: setupUrl(secret, user.email) }
  },
})

const confirm = endpoint({
  method: 'PUT',
  path: '/authenticator',
  summary: 'Turn on the authenticator app',
  permission: 'write',
  sensitive: true,
  body: confirmAuthenticatorBody,
  validation: '422-in-body',
  reply: recoveryCodes,
  secretReply: true,
  errors: ['CONFLICT'],
  async handle({ session, body, sql, secretKeys }) {
    const open = demandSession(session)
    const entered = { userId: open.user.id, code: body.code.replace(/\s/g, ''), now: Date.now() }
    const codes = await sql.begin(async (tx) => {
      await demandOpenSession(tx, open)
      return await confirmAuthenticator(tx, secretKeys, entered)
    })
    if (codes === 'wrong-code') throw wrongCode()
    if (codes === 'not-started') throw new ApiError('CONFLICT', 'Start the setup of the authenticator app first.')
    return { recovery_codes: codes }
  },
})

const replaceCodes = endpoint({
  method: 'POST',
  path: '/authenticator/recovery-codes',
  summary: 'Replace the recovery codes',
  permission: 'write',
  sensitive: true,
  reply: recoveryCodes,
  secretReply: true,
  errors: ['CONFLICT'],
  async handle({ session, sql }) {
    const open = demandSession(session)
    const codes = await sql.begin(async (tx) => {
      await demandOpenSession(tx, open)
      return await replaceRecoveryCodes(tx, open.user.id)
    })
    return { recovery_codes: demand(codes, noApp) }
  },
})

/** Requires both factors: a session is not enough, even one that was confirmed with one of them. */
const remove = endpoint({
  method: 'DELETE',
  path: '/authenticator',
  summary: 'Turn off the authenticator app',
  permission: 'delete',
  body: removeAuthenticatorBody,
  validation: '422-in-body',
  reply: done,
  errors: ['CONFLICT'],
  async handle({ session, body, client, passwords, codes, sql }) {
    const open = demandSession(session)
    const { user } = open
    if ((await findAuthenticator(sql, user.id)).confirmed_at === null) throw noApp()
    await checkCurrentPassword(passwords, user.email, body.current_password, client.address)
    if (!(await codes.check({ user, code: body.code, address: client.address }))) throw wrongCode()
    const isRemoved = await sql.begin(async (tx) => {
      await demandOpenSession(tx, open)
      return await removeAuthenticator(tx, user.id)
    })
    if (!isRemoved) throw noApp()
    return { message: 'Authenticator app turned off' }
  },
})

const noApp = () => new ApiError('CONFLICT', 'You do not have an authenticator app.')

export const authenticatorCalls = [showAuthenticator, start, confirm, replaceCodes, remove]
