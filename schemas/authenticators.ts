import { z } from 'zod'
import { instant } from './envelope.ts'
import { currentPassword } from './sessions.ts'

/** No rules: it is checked, not set. */
const enteredCode = z.string().min(1, 'Enter a code.').max(100)

export const authenticator = z.object({
  confirmed_at: instant.nullable().describe('null: sign-in asks for no code.'),
  recovery_codes_left: z.int(),
})

export const startedAuthenticator = z.object({
  secret: z.string().describe('In base 32, to enter by hand.'),
  setup_url: z.string().describe('Content of the QR code that the app scans.'),
})

export const confirmAuthenticatorBody = z.strictObject({ code: enteredCode })
export const recoveryCodes = z.object({
  recovery_codes: z.array(z.string()).describe('Each works once, instead of a code of the app. Shown only once.'),
})

export const removeAuthenticatorBody = z.strictObject({
  current_password: currentPassword,
  code: enteredCode.describe('A code of the app, or a recovery code.'),
})

export const confirmCodeBody = z.strictObject({
  code: enteredCode.describe('A code of the authenticator app, or a recovery code.'),
})
