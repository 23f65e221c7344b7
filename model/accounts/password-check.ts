import { normalizeAddress } from '#core/visits/address.ts'
import type { Log } from '#runtime/log.ts'
import type { Sql } from '#runtime/postgres.ts'
import { userEmail } from '#schemas/accounts.ts'
import type { AttemptServices } from './failed-attempts.ts'
import { recordFailedSignIn } from './failed-sign-ins.ts'
import { verifyPassword } from './passwords.ts'
import { SignInLimits } from './sign-in-limits.ts'
import { SignInRoom } from './sign-in-room.ts'
import { findUser, type UserRow } from './users.ts'

interface Login {
  email: string
  password: string
  /** The client's IP address. It leaves the process only in a keyed hash, or without its last part in the audit log. */
  address: string
}

/** Checks passwords, taking the same time whether or not the user exists, and limits guesses. */
export class PasswordCheck {
  readonly #sql: Sql
  readonly #log: Log
  readonly #limits: SignInLimits
  readonly #room: SignInRoom

  constructor(services: AttemptServices) {
    this.#sql = services.sql
    this.#log = services.log
    this.#limits = new SignInLimits(services)
    this.#room = new SignInRoom(services.log)
  }

  /**
   * The user; null if the email or password is wrong. Throws RATE_LIMIT_EXCEEDED after too many failures, and Overloaded
   * during too many concurrent checks.
   */
  async check(login: Login, now = Date.now()): Promise<UserRow | null> {
    const leave = this.#room.take(normalizeAddress(login.address), now)
    try {
      return await this.#checkCounted(login, await this.#limits.take(login.address, login.email, now))
    } finally {
      leave()
    }
  }

  async #checkCounted({ email, password, address }: Login, giveBack: () => Promise<void>): Promise<UserRow | null> {
    const known = userEmail.safeParse(email)
    let failed = false
    try {
      const user = known.success ? await findUser(this.#sql, known.data) : null
      const matches = await verifyPassword(user?.password_hash ?? null, password)
      failed = !matches
      if (failed && user !== null) this.#record(user, address)
      return matches ? user : null
    } finally {
      // Successes and server errors do not count.
      if (!failed) await giveBack()
    }
  }

  /** Not awaited: the time of the response must not reveal whether there is such a user. */
  #record(user: UserRow, address: string): void {
    recordFailedSignIn(this.#sql, { user, with: 'password', address }).catch((error: unknown) =>
      this.#log.error({ err: error }, 'a failed sign-in was not recorded'),
    )
  }
}
