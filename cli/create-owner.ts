import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { describeIssue } from '#core/issue-messages.ts'
import { ensureFirstAccount } from '#model/accounts/accounts.ts'
import { hashPassword } from '#model/accounts/passwords.ts'
import { insertOwner, resetPassword } from '#model/accounts/users.ts'
import type { Config } from '#runtime/config.ts'
import { newPassword, userEmail } from '#schemas/accounts.ts'
import { withPostgres } from './with-postgres.ts'

const options = z.object({ email: userEmail, passwordFile: z.string() })

export async function createOwner(config: Config, given: unknown): Promise<void> {
  const { email, passwordFile } = options.parse(given, { error: describeIssue })
  const text = await readFile(passwordFile, 'utf8')
  const { password } = z.object({ password: newPassword }).parse({ password: text.replace(/\r?\n$/, '') })
  const passwordHash = await hashPassword(password)
  const outcome = await withPostgres(config, async (sql) => {
    const accountId = await ensureFirstAccount(sql, config.DEFAULT_PLAN)
    if (await resetPassword(sql, email, passwordHash)) return 'reset'
    return (await insertOwner(sql, accountId, email, passwordHash)) === null ? 'owned' : 'created'
  })
  if (outcome === 'owned') throw new Error('The first account already has an owner with another email.')
  process.stdout.write(outcome === 'reset' ? `Password reset for ${email}.\n` : `Owner created: ${email}\n`)
}
