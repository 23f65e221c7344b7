import { clientNetwork, normalizeAddress, widerNetwork } from '#core/visits/address.ts'
import type { Sql } from '#runtime/postgres.ts'
import { userEmail } from '#schemas/accounts.ts'
import { type AttemptServices, FailedAttempts } from './failed-attempts.ts'
import { verifyPassword } from './passwords.ts'
import { SignInRoom } from './sign-in-room.ts'
import { findUser, type UserRow } from './users.ts'

/** Failures per minute of one network for all emails together, so that changing the email does not help. */
const mostOfOneNetwork = 30
/** The same for a /48 of IPv6, of which one client can have all networks. */
const mostOfWiderNetwork = 120

interface Login {
  email: string
  password: string
  /** The client's IP address, which leaves the process only inside a keyed hash. */
  address: string
}

/** Checks passwords, taking the same time whether or not the user exists, and limits guesses. */
export class PasswordCheck {
  readonly #sql: Sql
  readonly #attempts: FailedAttempts
  readonly #room: SignInRoom

  constructor(services: AttemptServices) {
    this.#sql = services.sql
    this.#attempts = new FailedAttempts(services)
    this.#room = new SignInRoom(services.log)
  }

  /**
   * The user; null if the email or password is wrong. Throws RATE_LIMIT_EXCEEDED after too many failures, and Overloaded
   * during too many concurrent checks.
   */
  async check({ email, password, address }: Login, now = Date.now()): Promise<UserRow | null> {
    const known = normalizeAddress(address)
    const leave = this.#room.take(known, now)
    try {
      return await this.#checkCounted(email, password, await this.#count(known, email, now))
    } finally {
      leave()
    }
  }

  async #checkCounted(email: string, password: string, giveBack: () => Promise<void>): Promise<UserRow | null> {
    const known = userEmail.safeParse(email)
    let failed = false
    try {
      const user = known.success ? await findUser(this.#sql, known.data) : null
      const matches = await verifyPassword(user?.password_hash ?? null, password)
      failed = !matches
      return matches ? user : null
    } finally {
      // Successes and server errors do not count.
      if (!failed) await giveBack()
    }
  }

  /** Counts the attempt for its networks, alone and with this email. Returns a function that removes it from the counts. */
  async #count(address: string, email: string, now: number): Promise<() => Promise<void>> {
    const hash = await this.#attempts.createHash(now)
    const [network, wider] = [clientNetwork(address), widerNetwork(address)]
    const taken: (() => Promise<void>)[] = []
    const giveBack = async () => void (await Promise.all(taken.map((each) => each())))
    try {
      taken.push(await this.#attempts.take(hash('password', network, email.trim().toLowerCase()), now))
      taken.push(await this.#attempts.take(hash('password', network), now, mostOfOneNetwork))
      if (wider !== null) taken.push(await this.#attempts.take(hash('password', wider), now, mostOfWiderNetwork))
      return giveBack
    } catch (error) {
      await giveBack()
      throw error
    }
  }
}
