import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { describeIssue } from '#core/issue-messages.ts'
import { ensureFirstAccount } from '#model/accounts/accounts.ts'
import type { EndedAccess } from '#model/accounts/end-access.ts'
import { hashPassword } from '#model/accounts/passwords.ts'
import { insertOwner, resetPassword } from '#model/accounts/users.ts'
import type { Config } from '#runtime/config.ts'
import { newPassword, userEmail } from '#schemas/accounts.ts'
import { withPostgres } from './with-postgres.ts'

const options = z.object({ email: userEmail, passwordFile: z.string(), keepAccess: z.boolean().default(false) })

export async function createOwner(config: Config, given: unknown): Promise<void> {
  const { email, passwordFile, keepAccess } = options.parse(given, { error: describeIssue })
  const text = await readFile(passwordFile, 'utf8')
  const { password } = z.object({ password: newPassword }).parse({ password: text.replace(/\r?\n$/, '') })
  const passwordHash = await hashPassword(password)
  const outcome = await withPostgres(config, async (sql) => {
    const accountId = await ensureFirstAccount(sql, config.DEFAULT_PLAN)
    const ended = await resetPassword(sql, email, passwordHash, { keepAccess })
    if (ended !== null) return ended
    return (await insertOwner(sql, accountId, email, passwordHash)) === null ? 'owned' : 'created'
  })
  if (outcome === 'owned')
    throw new Error(
      'The first account already has an owner with another email. Run the command with that email to reset the password (`waymark members list` shows it).',
    )
  process.stdout.write(outcome === 'created' ? `Owner created: ${email}\n` : describeReset(email, outcome, keepAccess))
}

function describeReset(email: string, { keys, apps, passkeys }: EndedAccess, keepAccess: boolean): string {
  const ended = keepAccess
    ? ''
    : ` Revoked API keys: ${keys}. Disconnected apps: ${apps}. Removed passkeys: ${passkeys}.`
  return `Password reset for ${email}. All sessions were signed out.${ended}\n`
}
