import { clientNetwork, normalizeAddress, widerNetwork } from '#core/visits/address.ts'
import { type AttemptServices, FailedAttempts } from './failed-attempts.ts'

/** Failures per minute of one network for all users together, so trying other users does not help. */
const mostOfOneNetwork = 30
/** The same for a /48 of IPv6, of which one client can have all networks. */
const mostOfWiderNetwork = 120

/** Limits failed sign-ins: passwords, codes and passkeys count together. */
export class SignInLimits {
  readonly #attempts: FailedAttempts

  constructor(services: AttemptServices) {
    this.#attempts = new FailedAttempts(services)
  }

  /**
   * Counts the attempt for its networks, alone and with this subject: an email, or the ID of a passkey. Returns a function
   * that removes it from the counts. Throws RATE_LIMIT_EXCEEDED after too many failures.
   */
  async take(address: string, subject: string, now: number): Promise<() => Promise<void>> {
    const hash = await this.#attempts.createHash(now)
    const known = normalizeAddress(address)
    const [network, wider] = [clientNetwork(known), widerNetwork(known)]
    const taken: (() => Promise<void>)[] = []
    const giveBack = async () => void (await Promise.all(taken.map((each) => each())))
    try {
      taken.push(await this.#attempts.take(hash('password', network, subject.trim().toLowerCase()), now))
      taken.push(await this.#attempts.take(hash('password', network), now, mostOfOneNetwork))
      if (wider !== null) taken.push(await this.#attempts.take(hash('password', wider), now, mostOfWiderNetwork))
      return giveBack
    } catch (error) {
      await giveBack()
      throw error
    }
  }
}
