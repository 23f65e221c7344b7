import { readFile } from 'node:fs/promises'
import { hash } from '@node-rs/argon2'
import { z } from 'zod'
import type { Config } from '#runtime/config.ts'
import { ensureFirstAccount } from '../api/accounts/accounts.sql.ts'
import { insertOwner, resetPassword } from '../api/accounts/users.sql.ts'
import { withPostgres } from './with-postgres.ts'

const shortestPassword = 8
const longestPassword = 1_000

const options = z.object({ email: z.email('must be an e-mail address').max(254), passwordFile: z.string() })
const passwordRule = z
  .string()
  .min(shortestPassword, `must have at least ${shortestPassword} characters`)
  .max(longestPassword, `must have at most ${longestPassword} characters`)

export async function createOwner(config: Config, given: unknown): Promise<void> {
  const { email, passwordFile } = options.parse(given)
  const text = await readFile(passwordFile, 'utf8')
  const { password } = z.object({ password: passwordRule }).parse({ password: text.replace(/\r?\n$/, '') })
  // The library's default is argon2id.
  const passwordHash = await hash(password)
  const outcome = await withPostgres(config, async (sql) => {
    const accountId = await ensureFirstAccount(sql, config.DEFAULT_PLAN)
    if (await resetPassword(sql, email, passwordHash)) return 'reset'
    return (await insertOwner(sql, accountId, email, passwordHash)) ? 'created' : 'owned'
  })
  if (outcome === 'owned') throw new Error('the first account has an owner with another e-mail address')
  process.stdout.write(outcome === 'reset' ? `The password of ${email} is reset.\n` : `${email} is the owner.\n`)
}
