import type { Sql } from '#runtime/postgres.ts'
import type { SecretKeys } from '#runtime/secret-keys.ts'
import { takeCode } from './authenticators.ts'
import type { AttemptServices } from './failed-attempts.ts'
import { recordFailedSignIn } from './failed-sign-ins.ts'
import { SignInLimits } from './sign-in-limits.ts'

interface EnteredCode {
  user: { id: string; email: string }
  /** A code from the authenticator app, or a recovery code. */
  code: string
  address: string
}

/** Checks codes of authenticator apps and recovery codes. Failures count together with wrong passwords. */
export class CodeCheck {
  readonly #sql: Sql
  readonly #keys: SecretKeys
  readonly #limits: SignInLimits

  constructor(services: AttemptServices, keys: SecretKeys) {
    this.#sql = services.sql
    this.#keys = keys
    this.#limits = new SignInLimits(services)
  }

  /** Uses up the code. False if it is wrong or was used, or the user has no app. */
  async check({ user, code, address }: EnteredCode, now = Date.now()): Promise<boolean> {
    const giveBack = await this.#limits.take(address, user.email, now)
    let failed = false
    try {
      const spelled = code.replace(/[\s-]/g, '')
      failed = !(await takeCode(this.#sql, this.#keys, { userId: user.id, code: spelled, now }))
      if (failed) await recordFailedSignIn(this.#sql, { user, with: 'code', address })
      return !failed
    } finally {
      if (!failed) await giveBack()
    }
  }
}
