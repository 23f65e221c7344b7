import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server'
import type { Sql } from '#runtime/postgres.ts'
import type { AuthenticationResponse } from '#schemas/passkeys.ts'
import type { AttemptServices } from '../accounts/failed-attempts.ts'
import { recordFailedSignIn } from '../accounts/failed-sign-ins.ts'
import type { KnownUser } from '../accounts/sessions.ts'
import { SignInLimits } from '../accounts/sign-in-limits.ts'
import { challengeMs, createChallenge, takingChallenge } from './challenges.ts'
import { type Credential, findCredential, recordUse } from './passkeys.ts'
import { type RelyingParty, relyingParty } from './relying-party.ts'

/** The session that asks again, with its user; null for a sign-in. */
type Asking = { id: Buffer; user: { id: string } } | null

interface Answer {
  response: AuthenticationResponse
  asking: Asking
  address: string
}

/** Checks passkeys. Failures count together with wrong passwords. */
export class PasskeyCheck {
  readonly #sql: Sql
  readonly #limits: SignInLimits
  /** Null where passkeys do not work. */
  readonly party: RelyingParty | null

  constructor(services: AttemptServices) {
    this.#sql = services.sql
    this.#limits = new SignInLimits(services)
    this.party = relyingParty(services.config.BASE_URL)
  }

  /** Options of navigator.credentials.get(): any passkey of this installation, with user verification. */
  async offer(party: RelyingParty, asking: Asking) {
    return await generateAuthenticationOptions({
      rpID: party.id,
      challenge: new Uint8Array(Buffer.from(await createChallenge(this.#sql, asking?.id ?? null), 'base64url')),
      timeout: challengeMs,
      userVerification: 'required',
    })
  }

  /** The user of the passkey; null if it is unknown, wrong, replayed, or not of the user who is asked again. */
  async check({ response, asking, address }: Answer, now = Date.now()): Promise<KnownUser | null> {
    const giveBack = await this.#limits.take(address, `passkey ${response.id}`, now)
    let failed = false
    try {
      const credential = await findCredential(this.#sql, Buffer.from(response.id, 'base64url'))
      const isRight =
        credential !== null &&
        (asking === null || asking.user.id === credential.user.id) &&
        (await this.#verify(response, credential, asking))
      failed = !isRight
      if (failed && credential !== null)
        await recordFailedSignIn(this.#sql, { user: credential.user, with: 'passkey', address })
      return isRight ? credential.user : null
    } finally {
      if (!failed) await giveBack()
    }
  }

  async #verify(response: AuthenticationResponse, credential: Credential, asking: Asking): Promise<boolean> {
    if (this.party === null) return false
    const { party } = this
    const counter = await takingChallenge(this.#sql, asking?.id ?? null, (expectedChallenge) =>
      readCounter(response, credential, party, expectedChallenge),
    )
    return counter !== null && (await recordUse(this.#sql, credential.id, counter))
  }
}

/** Null or an error for a response that is wrong, or whose signature counter is not higher than the stored one. */
async function readCounter(
  response: AuthenticationResponse,
  { public_key, counter }: Credential,
  party: RelyingParty,
  expectedChallenge: (challenge: string) => Promise<boolean>,
): Promise<number | null> {
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: { id: response.id, publicKey: new Uint8Array(public_key), counter },
  })
  return verified ? authenticationInfo.newCounter : null
}
