import { fromCli } from '#model/accounts/audit-log.ts'
import { resetSecondFactors } from '#model/accounts/second-factors.ts'
import type { Config } from '#runtime/config.ts'
import { userEmail } from '#schemas/accounts.ts'
import { withPostgres } from './with-postgres.ts'

/** For a user who lost their phone and their recovery codes. */
export async function resetTwoFactor(config: Config, given: string): Promise<void> {
  const email = userEmail.parse(given)
  const done = await withPostgres(config, (sql) => resetSecondFactors(sql, email, fromCli))
  if (done === null) throw new Error(`There is no user with the email address ${email}.`)
  process.stdout.write(
    `Two-factor authentication was ${done.had_app ? 'turned' : 'already'} off. Passkeys deleted: ${done.passkeys}. ${done.email} can now sign in with the password alone.\n`,
  )
}
