import { ApiError } from '#core/api-error.ts'
import type { Sql, Tx } from '#runtime/postgres.ts'
import type { SecretKeys } from '#runtime/secret-keys.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import type { ConflictChoice } from '#schemas/imports.ts'
import { lockAccount } from '../accounts/accounts.ts'
import { countRows, hasRows, type Page, theRow } from '../rows.ts'
import { insertFile } from './import-parts.ts'
import { type ImportLayout, type ImportRow, importColumns } from './import-row.ts'
import { insertSource } from './import-source.ts'

/** Imports of an account that are not finished. Each can hold a file of 256 MB. */
const mostUnfinished = 5

export interface ImportedFile {
  file_name: string | null
  /** null for an archive. */
  layout: ImportLayout | null
  /** The file in pieces. */
  content: AsyncIterable<Buffer>
}

export interface ImportedApi {
  base_url: string
  token: string
  keys: SecretKeys
}

export interface NewImport
  extends Pick<ImportRow, 'account_id' | 'source' | 'domain_id' | 'conflict' | 'dry_run' | 'tags'>,
    Partial<Pick<ImportRow, 'with_visits'>> {
  from: ImportedFile | ImportedApi
  /** Runs under the lock of the account, after the file was stored. Throws if the import is not allowed. */
  begin?: (tx: Tx) => Promise<void>
}

/**
 * Stores an import with its file, or with the token of the API. A worker takes it within a second. Throws CONFLICT if the
 * account has too many. A large file takes seconds, so it is stored before the account is locked.
 */
export async function insertImport(sql: Sql, { from, begin, ...row }: NewImport): Promise<ImportRow> {
  return await sql.begin(async (tx) => {
    // A first check without the lock, so that no file is stored for an import that is not allowed.
    await refuseTooMany(tx, row.account_id)
    const id = uuidv7()
    if ('content' in from) {
      await tx`set constraints import_parts_import_id_fkey deferred`
      await insertFile(tx, id, from.content)
    }
    await lockAccount(tx, row.account_id)
    await begin?.(tx)
    await refuseTooMany(tx, row.account_id)
    const rows = await tx<ImportRow[]>`
      insert into imports ${tx({ id, ...row, ...columnsOf(tx, from) })}
      returning ${importColumns(tx)}`
    if ('token' in from) await insertSource(tx, from.keys, id, from.token)
    return theRow(rows, 'an import was not inserted')
  })
}

const columnsOf = (tx: Tx, from: ImportedFile | ImportedApi) =>
  'token' in from
    ? { base_url: from.base_url }
    : {
        file_name: from.file_name,
        layout: from.layout && tx.json({ ...from.layout }),
        needs_version: isTable(from.layout) ? 1 : 2,
      }

/** Earlier versions read every file as a table. */
const isTable = (layout: ImportLayout | null): boolean => layout === null || (layout.format ?? 'csv') === 'csv'

async function refuseTooMany(tx: Tx, accountId: string): Promise<void> {
  const unfinished = tx`imports where account_id = ${accountId} and state in ('running', 'ready', 'paused')`
  if ((await countRows(tx, unfinished)) >= mostUnfinished) throw tooMany()
}

const tooMany = () =>
  new ApiError('CONFLICT', `The account has ${mostUnfinished} unfinished imports. Finish or delete one of them first.`)

/** Newest first. */
export async function selectImports(sql: Sql, accountId: string, { limit, offset }: Page): Promise<ImportRow[]> {
  return await sql<ImportRow[]>`
    select ${importColumns(sql)}
    from imports
    where account_id = ${accountId}
    order by created_at desc, id desc
    limit ${limit}
    offset ${offset}`
}

export const countImports = (sql: Sql, accountId: string): Promise<number> =>
  countRows(sql, sql`imports where account_id = ${accountId}`)

export async function selectImport(sql: Sql | Tx, accountId: string, id: string): Promise<ImportRow | undefined> {
  const [row] = await sql<ImportRow[]>`
    select ${importColumns(sql)}
    from imports
    where id = ${id} and account_id = ${accountId}`
  return row
}

/** Stops an import after the links that are being created. 'wrong state' unless it is running. */
export async function pauseImport(
  sql: Tx,
  accountId: string,
  id: string,
): Promise<ImportRow | 'wrong state' | undefined> {
  const [row] = await sql<ImportRow[]>`
    update imports
    set state = 'paused', due_at = null, is_held = false, updated_at = now()
    where id = ${id} and account_id = ${accountId} and state = 'running'
    returning ${importColumns(sql)}`
  return row ?? (await existsIn(sql, accountId, id))
}

/**
 * Continues a paused import, or creates the links of a dry run, in a new turn: a worker that did not notice the pause would go on
 * with the earlier choice.
 */
export async function resumeImport(
  sql: Tx,
  accountId: string,
  id: string,
  conflict: ConflictChoice | undefined,
): Promise<ImportRow | 'wrong state' | undefined> {
  const [row] = await sql<ImportRow[]>`
    update imports
    set state = 'running', turn = turn + 1, due_at = now(), failures = 0, crashes = 0, updated_at = now(),
      conflict = ${conflict ?? sql`conflict`},
      phase = case when state = 'ready' then 'import' else phase end
    where id = ${id} and account_id = ${accountId} and state in ('paused', 'ready')
    returning ${importColumns(sql)}`
  return row ?? (await existsIn(sql, accountId, id))
}

/** Removes an import with its report. Links that it created stay. */
export async function removeImport(tx: Tx, accountId: string, id: string): Promise<boolean> {
  const { count } = await tx`
    delete from imports
    where id = ${id} and account_id = ${accountId}`
  return count > 0
}

const existsIn = async (sql: Tx, accountId: string, id: string) =>
  (await hasRows(sql, sql`imports where id = ${id} and account_id = ${accountId}`))
    ? ('wrong state' as const)
    : undefined
