import { z } from 'zod'
import { instant } from './envelope.ts'
import { text } from './values.ts'

/** Limits are longer than anything that authenticators send without attestation. */
const bytes = (longest: number) =>
  z
    .string()
    .max(longest)
    .regex(/^[\w-]+=*$/, 'Must be base64url.')

const credentialId = bytes(1_400)

const passkeyName = z.string().trim().min(1, 'Enter a name.').pipe(text(100))

export const passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  created_at: instant,
  last_used_at: instant.nullable(),
})
export type PasskeyRow = z.input<typeof passkey>

export const passkeyList = z.object({
  is_supported: z.boolean().describe('false: passkeys do not work at this `BASE_URL`.'),
  passkeys: z.array(passkey),
})

export const passkeyParams = z.object({ id: z.uuid() })
export const renamePasskeyBody = z.strictObject({ name: passkeyName })

/** Other members that browsers send are dropped. */
const registrationResponse = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes(4_000),
    attestationObject: bytes(16_000),
  }),
})
export type RegistrationResponse = z.output<typeof registrationResponse>
export const createPasskeyBody = z.strictObject({ name: passkeyName, response: registrationResponse })

export const authenticationResponse = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes(4_000),
    authenticatorData: bytes(4_000),
    signature: bytes(4_000),
  }),
})
export type AuthenticationResponse = z.output<typeof authenticationResponse>
export const confirmPasskeyBody = z.strictObject({ response: authenticationResponse })

/** Options of the browser's WebAuthn API, which the pages pass on. */
export const credentialOptions = z.looseObject({ challenge: z.string() })
