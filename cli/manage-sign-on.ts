import { z } from 'zod'
import { describeIssue } from '#core/issue-messages.ts'
import { ensureFirstAccount, lockAccount } from '#model/accounts/accounts.ts'
import { cliOrigin, recordChange } from '#model/accounts/audit-log.ts'
import { makeOptional } from '#model/single-sign-on/settings.ts'
import type { Config } from '#runtime/config.ts'
import { withPostgres } from './with-postgres.ts'

const options = z.object({ account: z.uuid('Must be the ID of an account.').optional() })

/** Lets members use their passwords again, for example while the provider is down. */
export async function allowPasswords(config: Config, given: unknown): Promise<void> {
  const asked = options.parse(given, { error: describeIssue })
  const isChanged = await withPostgres(config, async (sql) => {
    const account_id = asked.account ?? (await ensureFirstAccount(sql, config.DEFAULT_PLAN))
    return await sql.begin(async (tx) => {
      await lockAccount(tx, account_id)
      if (!(await makeOptional(tx, account_id))) return false
      const change = {
        action: 'waymark sso optional',
        summary: 'Make single sign-on optional',
        object_ids: [account_id],
      }
      const values = { before: { is_required: 'true' }, after: { is_required: 'false' } }
      await recordChange(tx, cliOrigin(account_id), { ...change, ...values })
      return true
    })
  })
  if (!isChanged) throw new Error('Single sign-on is not required in this account.')
  process.stdout.write('Members can sign in with their passwords.\n')
}
