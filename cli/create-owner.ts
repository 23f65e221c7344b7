import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { Config } from '#runtime/config.ts'
import { newPassword, userEmail } from '#schemas/accounts.ts'
import { hashPassword } from '#store/passwords.ts'
import { ensureFirstAccount } from '../api/accounts/accounts.sql.ts'
import { insertOwner, resetPassword } from '../api/accounts/users.sql.ts'
import { withPostgres } from './with-postgres.ts'

const options = z.object({ email: userEmail, passwordFile: z.string() })

export async function createOwner(config: Config, given: unknown): Promise<void> {
  const { email, passwordFile } = options.parse(given)
  const text = await readFile(passwordFile, 'utf8')
  const { password } = z.object({ password: newPassword }).parse({ password: text.replace(/\r?\n$/, '') })
  const passwordHash = await hashPassword(password)
  const outcome = await withPostgres(config, async (sql) => {
    const accountId = await ensureFirstAccount(sql, config.DEFAULT_PLAN)
    if (await resetPassword(sql, email, passwordHash)) return 'reset'
    return (await insertOwner(sql, accountId, email, passwordHash)) === null ? 'owned' : 'created'
  })
  if (outcome === 'owned') throw new Error('the first account has an owner with another e-mail address')
  process.stdout.write(outcome === 'reset' ? `The password of ${email} is reset.\n` : `${email} is the owner.\n`)
}
