import { createHmac } from 'node:crypto'
import { clientNetwork, normalizeAddress } from '#core/visits/address.ts'
import { visitorWindow } from '#core/visits/visitor-window.ts'
import { userEmail } from '#schemas/accounts.ts'
import { loadSalt } from '../clicks/visitor-salts.ts'
import type { Stores } from '../stores.ts'
import { FailedAttempts } from './failed-attempts.ts'
import { verifyPassword } from './passwords.ts'
import { SignInRoom } from './sign-in-room.ts'
import { findUser, type UserRow } from './users.ts'

/** Failures per minute of one network for all emails together, so that changing the email does not help. */
const mostOfOneNetwork = 30

interface Login {
  email: string
  password: string
  /** The client's IP address, which leaves the process only inside a keyed hash. */
  address: string
}

type PasswordServices = Pick<Stores, 'sql' | 'redis' | 'config' | 'log'>

/** Checks passwords, taking the same time whether or not the user exists, and limits guesses. */
export class PasswordCheck {
  readonly #services: PasswordServices
  readonly #attempts: FailedAttempts
  readonly #room: SignInRoom

  constructor(services: PasswordServices) {
    this.#services = services
    this.#attempts = new FailedAttempts({ ...services, factor: services.config.RATE_LIMIT_FACTOR })
    this.#room = new SignInRoom(services.log)
  }

  /**
   * The user; null if the email or password is wrong. Throws RATE_LIMIT_EXCEEDED after too many failures, and Overloaded
   * during too many concurrent checks.
   */
  async check({ email, password, address }: Login, now = Date.now()): Promise<UserRow | null> {
    const network = clientNetwork(normalizeAddress(address))
    const leave = this.#room.take(network, now)
    try {
      return await this.#checkCounted(email, password, await this.#count(network, email, now))
    } finally {
      leave()
    }
  }

  async #checkCounted(email: string, password: string, giveBack: () => Promise<void>): Promise<UserRow | null> {
    const known = userEmail.safeParse(email)
    let failed = false
    try {
      const user = known.success ? await findUser(this.#services.sql, known.data) : null
      const matches = await verifyPassword(user?.password_hash ?? null, password)
      failed = !matches
      return matches ? user : null
    } finally {
      // Successes and server errors do not count.
      if (!failed) await giveBack()
    }
  }

  /** Counts the attempt for its network, alone and with this email. Returns a function that removes it from the count. */
  async #count(network: string, email: string, now: number): Promise<() => Promise<void>> {
    const { sql, config } = this.#services
    const salt = await loadSalt(sql, visitorWindow(now, config.VISITOR_WINDOW_DAYS))
    const subject = hashWith(salt, ['password', network, email.trim().toLowerCase()])
    const giveBack = await this.#attempts.take(subject, now)
    try {
      const giveBackToo = await this.#attempts.take(hashWith(salt, ['password', network]), now, mostOfOneNetwork)
      return async () => void (await Promise.all([giveBack(), giveBackToo()]))
    } catch (error) {
      await giveBack()
      throw error
    }
  }
}

/** After the day's salt is destroyed, no stored value can be traced to the IP address, not even in Redis. */
const hashWith = (salt: Buffer, subject: readonly string[]) =>
  createHmac('sha256', salt).update(JSON.stringify(subject)).digest('base64url')
