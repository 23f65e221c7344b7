import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { Sql } from '#runtime/postgres.ts'
import type { RegistrationResponse } from '#schemas/passkeys.ts'
import type { Session } from '../accounts/caller.ts'
import { challengeMs, createChallenge, takingChallenge } from './challenges.ts'
import { selectCredentialIds } from './passkeys.ts'
import type { RelyingParty } from './relying-party.ts'

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
      response: { ...response, response: withoutStatement(response.response), clientExtensionResults: {} },
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

/**
 * Without what the maker of the device says about it, which is not asked for. A client can send any certificates there, and the
 * library would request the URLs in them.
 */
function withoutStatement(response: RegistrationResponse['response']): RegistrationResponse['response'] {
  const sent = isoCBOR.decodeFirst<Map<string, unknown>>(
    Uint8Array.from(Buffer.from(response.attestationObject, 'base64url')),
  )
  const bare = new Map<string, CborValue>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', sent.get('authData') as Uint8Array],
  ])
  return { ...response, attestationObject: Buffer.from(isoCBOR.encode(bare)).toString('base64url') }
}

type CborValue = Parameters<typeof isoCBOR.encode>[0]
