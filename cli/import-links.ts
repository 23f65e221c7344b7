import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { readTable } from '#core/imports/read-table.ts'
import { describeIssue } from '#core/issue-messages.ts'
import { ensureFirstAccount } from '#model/accounts/accounts.ts'
import { cliOrigin, recordChange } from '#model/accounts/audit-log.ts'
import { wholeAccount } from '#model/accounts/reach.ts'
import { findLinkDomain } from '#model/domains/find-link-domain.ts'
import { describeImport, type ImportRow } from '#model/imports/import-row.ts'
import { insertImport, removeImport, selectImport } from '#model/imports/imports.ts'
import type { Config } from '#runtime/config.ts'
import type { Sql } from '#runtime/postgres.ts'
import { conflictChoices, type ImportRecord, importFields, importSources } from '#schemas/imports.ts'
import { tagSet } from '#schemas/tags.ts'
import { withPostgres } from './with-postgres.ts'

const pollMs = 500
const pieceBytes = 1024 ** 2

const listOf = (text: string) => text.split(',').map((part) => part.trim())

const options = z.object({
  source: z.enum(importSources),
  file: z.string(),
  conflict: z.enum(conflictChoices).default('skip'),
  dryRun: z.boolean().default(false),
  tags: z.string().transform(listOf).pipe(tagSet).default([]),
  map: z
    .array(z.string().regex(/^\w+=.+$/, 'Must have the form field=column.'))
    .transform((pairs) =>
      Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)])),
    )
    .pipe(z.partialRecord(z.enum(importFields), z.string()))
    .default({}),
  domain: z.string().optional(),
  account: z.uuid().optional(),
  json: z.boolean().default(false),
})
type Options = z.output<typeof options>

/** Imports a file into an account, and shows the progress. The workers of the running Waymark do the work. */
export async function importLinks(config: Config, source: string, given: object): Promise<void> {
  const asked = options.parse({ source, ...given }, { error: describeIssue })
  const record = await withPostgres(config, async (sql) => {
    const account = asked.account ?? (await ensureFirstAccount(sql, config.DEFAULT_PLAN))
    const { id } = await start(sql, config, account, asked)
    const ended = await follow(sql, account, id)
    // The command line has no use for an import that waits.
    if (asked.dryRun) await sql.begin((tx) => removeImport(tx, account, id))
    return ended
  })
  process.stdout.write(asked.json ? `${JSON.stringify(record)}\n` : report(record))
  if (record.status === 'failed') process.exitCode = 1
}

async function start(sql: Sql, config: Config, accountId: string, asked: Options): Promise<ImportRow> {
  const { source, conflict, file, tags } = asked
  const read = () => createReadStream(file, { highWaterMark: pieceBytes }) as AsyncIterable<Buffer>
  const layout = await readTable(read(), { source, mapping: asked.map })
  const choice =
    asked.domain === undefined ? { url_type: 'standard' as const } : await findHost(sql, accountId, asked.domain)
  const domain = await findLinkDomain({ sql, config }, wholeAccount(accountId), choice)
  const file_name = basename(file)
  const row = { account_id: accountId, domain_id: domain.id, dry_run: asked.dryRun, file_name }
  const started = await insertImport(sql, { ...row, source, conflict, tags, layout, content: read() })
  const change = { action: 'waymark import', summary: 'Import links', object_ids: [started.id] }
  await sql.begin((tx) => recordChange(tx, cliOrigin(accountId), change))
  return started
}

/** The domain of the account with this host. */
async function findHost(sql: Sql, accountId: string, host: string) {
  const [row] = await sql<{ type: string }[]>`
    select type
    from domains
    where account_id = ${accountId} and host = ${host.toLowerCase()}`
  return row?.type === 'subdomain'
    ? { url_type: 'subdomain' as const, subdomain: host.toLowerCase().split('.')[0] }
    : { url_type: 'branded' as const, branded_domain: host.toLowerCase() }
}

/** Shows the progress until the import waits for its owner or has ended. */
async function follow(sql: Sql, accountId: string, id: string): Promise<ImportRecord> {
  for (let shown = ''; ; await wait(pollMs)) {
    const row = await selectImport(sql, accountId, id)
    if (row === undefined) throw new Error('The import was deleted.')
    const record = describeImport(row)
    if (row.state !== 'running') return record
    const { analysis, progress, status } = record
    const line =
      status === 'analyzing' ? `Links found: ${analysis.found}` : `Links done: ${progress.done} of ${progress.total}`
    if (line !== shown) process.stderr.write(`${line}\n`)
    shown = line
  }
}

function report({ status, error, analysis, result, dry_run }: ImportRecord): string {
  const { found, invalid, conflicts, already_imported, notes } = analysis
  const rows = dry_run
    ? { Found: found, Invalid: invalid, 'Slug taken': conflicts, 'Imported before': already_imported }
    : {
        Created: result.created,
        Renamed: result.renamed,
        Overwritten: result.overwritten,
        Skipped: result.skipped,
        Failed: result.failed,
      }
  return [
    ...(error === null ? [] : [error]),
    ...(status === 'paused' ? ['The import was paused in the meantime.'] : []),
    ...Object.entries(rows).map(([name, count]) => `${name}: ${count}`),
    ...notes.map(({ message, links }) => `Not carried over, ${links}: ${message}`),
    ...(dry_run ? ['Nothing was created. Run the command without --dry-run to import the links.'] : []),
    '',
  ].join('\n')
}
