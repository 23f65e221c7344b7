import { createReadStream } from 'node:fs'
import { readFile as readText } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { readSource } from '#core/imports/read-source.ts'
import { apiSources } from '#core/imports/sources/index.ts'
import { describeIssue } from '#core/issue-messages.ts'
import { ensureFirstAccount } from '#model/accounts/accounts.ts'
import { cliOrigin, recordChange } from '#model/accounts/audit-log.ts'
import { wholeAccount } from '#model/accounts/reach.ts'
import { findLinkDomain } from '#model/domains/find-link-domain.ts'
import { describeImport, type ImportRow } from '#model/imports/import-row.ts'
import {
  type ImportedApi,
  type ImportedFile,
  insertImport,
  removeImport,
  selectImport,
} from '#model/imports/imports.ts'
import type { Config } from '#runtime/config.ts'
import type { Sql } from '#runtime/postgres.ts'
import { refusalOf } from '#runtime/safe-fetch.ts'
import { SecretKeys } from '#runtime/secret-keys.ts'
import { apiSourceNames, conflictChoices, type ImportRecord, importFields, importSources } from '#schemas/imports.ts'
import { importToken } from '#schemas/new-import.ts'
import { tagSet } from '#schemas/tags.ts'
import { withPostgres } from './with-postgres.ts'

const pollMs = 500
const pieceBytes = 1024 ** 2

const listOf = (text: string) => text.split(',').map((part) => part.trim())

const options = z.object({
  source: z.enum(importSources),
  file: z.string().optional(),
  tokenFile: z.string().optional(),
  url: z.string().optional(),
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
  visits: z.boolean().default(true),
  json: z.boolean().default(false),
})
type Options = z.output<typeof options>

/** Imports a file, or the links of a service, into an account, and shows the progress. The workers of the running Waymark do the work. */
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
  const { source, conflict, tags } = asked
  const from = asked.tokenFile === undefined ? await readFile(asked) : await readApi(config, asked, asked.tokenFile)
  const choice =
    asked.domain === undefined ? { url_type: 'standard' as const } : await findHost(sql, accountId, asked.domain)
  const domain = await findLinkDomain({ sql, config }, wholeAccount(accountId), choice)
  const row = {
    account_id: accountId,
    domain_id: domain.id,
    dry_run: asked.dryRun,
    source,
    conflict,
    tags,
    with_visits: asked.visits,
  }
  const started = await insertImport(sql, { ...row, from })
  const change = { action: 'waymark import', summary: 'Import links', object_ids: [started.id] }
  await sql.begin((tx) => recordChange(tx, cliOrigin(accountId), change))
  return started
}

async function readFile({ source, map, file, url, tags }: Options): Promise<ImportedFile> {
  if (file === undefined)
    throw new Error('Add --file with a file of links, or --token-file to read the API of the service.')
  if (url !== undefined) throw new Error('--url requires --token-file.')
  const read = () => createReadStream(file, { highWaterMark: pieceBytes }) as AsyncIterable<Buffer>
  return {
    file_name: basename(file),
    layout: await readSource(read(), { source, mapping: map, tags }),
    content: read(),
  }
}

/** A token in the arguments would be visible to the other users of the machine. */
async function readApi(config: Config, { source, file, url, map }: Options, tokenFile: string): Promise<ImportedApi> {
  if (file !== undefined) throw new Error('Use either --file or --token-file.')
  if (Object.keys(map).length > 0) throw new Error('--map requires --file.')
  const name = apiSourceNames.find((known) => known === source)
  if (name === undefined) throw new Error(`Waymark cannot read the API of ${source}. Use --file.`)
  const base_url = url ?? apiSources[name].url
  if (base_url === null) throw new Error('Add --url with the URL of your installation, such as https://s.example.com.')
  const refusal = refusalOf(base_url, config.IMPORT_ALLOW_PRIVATE)
  if (refusal !== null) throw new Error(`--url: ${refusal}`)
  const token = importToken.safeParse(await readText(tokenFile, 'utf8'))
  if (!token.success) throw new Error(`The file ${tokenFile} must contain only the token, on one line.`)
  return { base_url, token: token.data, keys: new SecretKeys(config) }
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
    ? {
        Found: found,
        Invalid: invalid,
        'Slug taken': conflicts,
        'Imported before': already_imported,
        ...(analysis.visits > 0 && { Visits: analysis.visits }),
      }
    : {
        Created: result.created,
        Renamed: result.renamed,
        Overwritten: result.overwritten,
        Skipped: result.skipped,
        Failed: result.failed,
        ...(analysis.visits > 0 && { 'Visits stored': result.visits }),
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
