import { createHmac } from 'node:crypto'
import { clientNetwork, normaliseAddress } from '#core/visits/address.ts'
import { visitorWindow } from '#core/visits/visitor-window.ts'
import type { Config } from '#runtime/config.ts'
import type { Log } from '#runtime/log.ts'
import type { Sql } from '#runtime/postgres.ts'
import type { Redis } from '#runtime/redis.ts'
import { userEmail } from '#schemas/accounts.ts'
import { verifyPassword } from '#store/passwords.ts'
import { loadSalt } from '#store/visitor-salts.ts'
import { findUser, type UserRow } from '../accounts/users.sql.ts'
import { ApiError } from '../http/api-error.ts'
import { FailedAttempts } from './failed-attempts.ts'

/** Each takes 20 ms of a thread and 19 MiB. */
const mostAtOnce = 64

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
  #running = 0

  constructor(services: PasswordServices) {
    this.#services = services
    this.#attempts = new FailedAttempts({ ...services, factor: services.config.RATE_LIMIT_FACTOR })
  }

  /** The user; null when e-mail or password is wrong. Throws RATE_LIMIT_EXCEEDED after too many failures. */
  async check({ email, password, address }: Login, now = Date.now()): Promise<UserRow | null> {
    const known = userEmail.safeParse(email)
    const giveBack = await this.#attempts.take(await this.#subjectOf(email, address, now), now)
    let failed = false
    try {
      const user = known.success ? await findUser(this.#services.sql, known.data) : null
      const matches = await this.#verify(user, password)
      failed = !matches
      return matches ? user : null
    } finally {
      // Neither a success nor a failure of ours counts.
      if (!failed) await giveBack()
    }
  }

  async #verify(user: UserRow | null, password: string): Promise<boolean> {
    if (this.#running >= mostAtOnce) {
      throw new ApiError('SERVICE_UNAVAILABLE', 'Too many people sign in; try again', undefined, { 'retry-after': '2' })
    }
    this.#running += 1
    try {
      return await verifyPassword(user?.password_hash ?? null, password)
    } finally {
      this.#running -= 1
    }
  }

  /** Nothing that is stored, in Redis neither, leads back to the address once the day's salt is destroyed. */
  async #subjectOf(email: string, address: string, now: number): Promise<string> {
    const { sql, config } = this.#services
    const salt = await loadSalt(sql, visitorWindow(now, config.VISITOR_WINDOW_DAYS))
    const content = JSON.stringify(['password', clientNetwork(normaliseAddress(address)), email.trim().toLowerCase()])
    return createHmac('sha256', salt).update(content).digest('base64url')
  }
}
