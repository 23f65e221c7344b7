import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { describeIssue } from '#core/issue-messages.ts'
import { ensureFirstAccount } from '#model/accounts/accounts.ts'
import { cliOrigin, recordChange } from '#model/accounts/audit-log.ts'
import {
  type ListedDifference,
  readDifferencePages,
  selectVerification,
  startVerification,
  type VerificationRow,
} from '#model/imports/verifications.ts'
import type { Config } from '#runtime/config.ts'
import type { Sql } from '#runtime/postgres.ts'
import { verifyImportBody } from '#schemas/verification.ts'
import { withPostgres } from './with-postgres.ts'

const pollMs = 500

const options = z.object({
  id: z.uuid(),
  hosts: z
    .string()
    .transform((text) => text.split(',').map((host) => host.trim()))
    .pipe(verifyImportBody.shape.hosts),
  perSecond: z.coerce.number().pipe(verifyImportBody.shape.per_second.unwrap()).default(5),
  account: z.uuid().optional(),
  json: z.boolean().default(false),
})

/** Compares the old short URLs of an import with its links, and prints the differences. The workers do the work. */
export async function verifyImport(config: Config, id: string, given: object): Promise<void> {
  const { hosts, perSecond, json, ...asked } = options.parse({ id, ...given }, { error: describeIssue })
  await withPostgres(config, async (sql) => {
    const account_id = asked.account ?? (await ensureFirstAccount(sql, config.DEFAULT_PLAN))
    await sql.begin(async (tx) => {
      const started = await startVerification(tx, { account_id, import_id: id, hosts, per_second: perSecond })
      if (started === undefined) throw new Error('Import not found in this account.')
      const change = { action: 'waymark import verify', summary: 'Verify an import', object_ids: [id] }
      await recordChange(tx, cliOrigin(account_id), change)
    })
    const { checked, different } = await follow(sql, id)
    for await (const page of readDifferencePages(sql, id))
      for (const difference of page)
        process.stdout.write(`${json ? JSON.stringify(difference) : describe(difference)}\n`)
    process.stderr.write(`Links compared: ${checked}. Different: ${different}.\n`)
    if (different > 0) process.exitCode = 1
  })
}

async function follow(sql: Sql, id: string): Promise<VerificationRow> {
  for (let shown = -1; ; await wait(pollMs)) {
    const row = await selectVerification(sql, id)
    if (row === undefined) throw new Error('The import was deleted.')
    if (row.state !== 'running') return row
    if (row.checked !== shown) process.stderr.write(`Links compared: ${row.checked} of ${row.total}\n`)
    shown = row.checked
  }
}

function describe({ source_url, message, ...difference }: ListedDifference): string {
  if (message !== null) return `${source_url}: ${message}`
  const side = (status: number | null, destination: string | null) => [status, destination].filter(Boolean).join(' ')
  const old = side(difference.source_status, difference.source_destination)
  return `${source_url}: ${old}, here ${side(difference.status, difference.destination)}`
}
