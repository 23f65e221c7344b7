import { generateRegistrationOptions, SettingsService, verifyRegistrationResponse } from '@simplewebauthn/server'
import type { Sql } from '#runtime/postgres.ts'
import type { RegistrationResponse } from '#schemas/passkeys.ts'
import type { Session } from '../accounts/caller.ts'
import { challengeMs, createChallenge, takingChallenge } from './challenges.ts'
import { selectCredentialIds } from './passkeys.ts'
import type { RelyingParty } from './relying-party.ts'

// The maker of a device is not asked for, but a client can send its certificates, and the library would call URLs in those
// that lead to one of its roots.
for (const identifier of ['android-key', 'android-safetynet', 'apple'] as const)
  SettingsService.setRootCertificates({ identifier, certificates: [] })

/** Options of navigator.credentials.create(). The passkey must find its user, and must verify them. */
export async function offerRegistration(sql: Sql, { id, user }: Session, party: RelyingParty) {
  const known = await selectCredentialIds(sql, user.id)
  return await generateRegistrationOptions({
    rpName: 'Waymark',
    rpID: party.id,
    userName: user.email,
    userDisplayName: user.email,
    userID: new Uint8Array(Buffer.from(user.id.replaceAll('-', ''), 'hex')),
    challenge: new Uint8Array(Buffer.from(await createChallenge(sql, id), 'base64url')),
    timeout: challengeMs,
    attestationType: 'none',
    excludeCredentials: known.map((one) => ({ id: one })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

interface Registered {
  credential_id: Buffer
  public_key: Buffer
  counter: number
}

/** Null for a response that is wrong, or not for a challenge of this session. */
export async function readRegistration(
  sql: Sql,
  session: Session,
  party: RelyingParty,
  response: RegistrationResponse,
): Promise<Registered | null> {
  return await takingChallenge(sql, session.id, async (expectedChallenge) => {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
    })
    if (!verified) return null
    const { id, publicKey, counter } = registrationInfo.credential
    return { credential_id: Buffer.from(id, 'base64url'), public_key: Buffer.from(publicKey), counter }
  })
}
