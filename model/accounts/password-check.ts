import { createHmac } from 'node:crypto'
import { clientNetwork, normaliseAddress } from '#core/visits/address.ts'
import { visitorWindow } from '#core/visits/visitor-window.ts'
import type { Config } from '#runtime/config.ts'
import type { Log } from '#runtime/log.ts'
import type { Sql } from '#runtime/postgres.ts'
import type { Redis } from '#runtime/redis.ts'
import { userEmail } from '#schemas/accounts.ts'
import { loadSalt } from '../clicks/visitor-salts.ts'
import { FailedAttempts } from './failed-attempts.ts'
import { verifyPassword } from './passwords.ts'
import { SignInRoom } from './sign-in-room.ts'
import { findUser, type UserRow } from './users.ts'

/** Failures a minute of one network, whatever the e-mail: a new one for each attempt gets no further. */
const mostOfOneNetwork = 30

interface Login {
  email: string
  password: string
  /** The client's address: it leaves the process only inside a keyed hash. */
  address: string
}

interface PasswordServices {
  sql: Sql
  redis: Redis
  config: Config
  log: Log
}

/** Checks who signs in, in the same time whether or not there is such a user, and limits guessing. */
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
   * The user; null when e-mail or password is wrong. Throws RATE_LIMIT_EXCEEDED after too many failures, and Overloaded
   * while too many are checked.
   */
  async check({ email, password, address }: Login, now = Date.now()): Promise<UserRow | null> {
    const network = clientNetwork(normaliseAddress(address))
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
      // Neither a success nor a failure of ours counts.
      if (!failed) await giveBack()
    }
  }

  /** Counts the attempt for its network with this e-mail, and for its network. Returns how to take it out again. */
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

/** Nothing that is stored, in Redis neither, leads back to the address once the day's salt is destroyed. */
const hashWith = (salt: Buffer, subject: readonly string[]) =>
  createHmac('sha256', salt).update(JSON.stringify(subject)).digest('base64url')
