import type { z } from 'zod'
import type {
  authenticator,
  recoveryCodes,
  removeAuthenticatorBody,
  startedAuthenticator,
} from '#schemas/authenticators.ts'
import { change } from './client.ts'
import { readQuery } from './pages.ts'

export type StartedAuthenticator = z.output<typeof startedAuthenticator>
type RecoveryCodes = z.output<typeof recoveryCodes>

const path = '/api/app/authenticator'

export const authenticatorQuery = readQuery<z.output<typeof authenticator>>(['authenticator'], path)

export const startAuthenticator = () => change<StartedAuthenticator>('POST', path)
export const confirmAuthenticator = (code: string) => change<RecoveryCodes>('PUT', path, { body: { code } })
export const replaceRecoveryCodes = () => change<RecoveryCodes>('POST', `${path}/recovery-codes`)
export const removeAuthenticator = (body: z.input<typeof removeAuthenticatorBody>) => change('DELETE', path, { body })
export const confirmCode = (code: string) =>
  change('POST', '/api/app/confirm-code', { body: { code }, isQuestion: true })
