import { z } from 'zod'
import { describeIssue } from '#core/issue-messages.ts'
import { ensureFirstAccount, insertAccount } from '#model/accounts/accounts.ts'
import { cliOrigin, recordChange } from '#model/accounts/audit-log.ts'
import { insertKey } from '#model/accounts/keys.ts'
import type { Config } from '#runtime/config.ts'
import { planName } from '#schemas/accounts.ts'
import { createKeyBody } from '#schemas/keys.ts'
import { withPostgres } from './with-postgres.ts'

const options = z.object({
  name: createKeyBody.shape.name,
  permissions: z
    .string()
    .transform((list) => list.split(',').map((part) => part.trim()))
    .pipe(createKeyBody.shape.permissions),
  plan: planName.optional(),
  json: z.boolean().default(false),
})

export async function createKey(config: Config, given: unknown): Promise<void> {
  const { name, permissions, plan, json } = options.parse(given, { error: describeIssue })
  const { key, id } = await withPostgres(config, async (sql) => {
    // Created before any other account, so that an account for a plan never becomes the first one.
    const first = await ensureFirstAccount(sql, config.DEFAULT_PLAN)
    const account_id = plan === undefined ? first : await insertAccount(sql, `Account on ${plan}`, plan)
    return await sql.begin(async (tx) => {
      const created = await insertKey(tx, { account_id, name, permissions })
      const change = { action: 'waymark keys create', summary: 'Create an API key', object_ids: [created.id] }
      await recordChange(tx, cliOrigin(account_id), change)
      return created
    })
  })
  process.stdout.write(json ? `${JSON.stringify({ key, id, permissions })}\n` : `${key}\n`)
}
