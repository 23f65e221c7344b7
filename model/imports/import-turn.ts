import { storable } from '#core/imports/storable-text.ts'
import type { Part, Sql, Tx } from '#runtime/postgres.ts'
import { hasRows, idsOf, theRow } from '../rows.ts'
import { announce } from '../webhooks/announce.ts'
import { describeImport, type ImportRow, importColumns } from './import-row.ts'

/** If a worker has written nothing for this long, another one takes its import. */
export const leaseSeconds = 60
/** Turns without progress that may fail before the import fails. They take about an hour. */
const mostFailures = 20
/**
 * Turns without progress that may crash before the import fails. A crash costs more than an error, because it also ends all other
 * work of the worker. The first ones may have another cause: the machine ran out of memory, or another import crashed the worker.
 */
export const mostCrashes = 5
/** Imports whose turns have crashed wait this long for each other. */
const suspectSeconds = 5
const mostDue = 100
/** This version takes imports that need this version or an earlier one. 2: dumps, and visits of files. */
const version = 2

/** Another worker has taken the import, or a user has paused or deleted it. Nothing of the transaction is kept. */
export class TurnEnded extends Error {
  override name = 'TurnEnded'
}

export interface Turn {
  id: string
  turn: number
}

export const importsAreDue = (sql: Sql) =>
  sql`exists (select from imports where due_at <= now() and needs_version <= ${version})`

export async function findDueImports(tx: Tx): Promise<string[]> {
  return await idsOf(tx`select id from imports where due_at <= now() and needs_version <= ${version} limit ${mostDue}`)
}

interface TakenImport extends ImportRow {
  crashes: number
}

/** undefined if the import is not running, or has to wait. */
export const takeImport = (sql: Sql, id: string): Promise<TakenImport | undefined> =>
  sql.begin((tx) =>
    takeTurn<ImportRow>(tx, {
      table: 'imports',
      which: tx`id = ${id} and needs_version <= ${version}`,
      columns: importColumns(tx),
    }),
  )

interface Taking {
  table: Turned
  which: Part
  columns: Part
}

/** Tables whose rows workers take for one turn after another. */
type Turned = 'imports' | 'import_verifications'

/**
 * Takes an import or a verification. From then on, no earlier turn can write. A turn that was neither ended nor released has
 * crashed. undefined if it is not running, or has to wait.
 */
export async function takeTurn<Row>(
  tx: Tx,
  { table, which, columns }: Taking,
): Promise<(Row & { crashes: number }) | undefined> {
  const [found] = await tx<{ crashes: number }[]>`
    update ${tx(table)}
    set turn = turn + 1, crashes = crashes + is_held::integer, is_held = false,
      due_at = now() + make_interval(secs => ${suspectSeconds})
    where ${which} and state = 'running'
    returning crashes`
  if (found === undefined || (found.crashes > 0 && (await suspectRuns(tx)))) return undefined
  const [row] = await tx<(Row & { crashes: number })[]>`
    update ${tx(table)}
    set is_held = true, due_at = now() + make_interval(secs => ${leaseSeconds})
    where ${which}
    returning crashes, ${columns}`
  return row
}

/**
 * Whether an import or verification runs that has crashed before. A crash counts for all of its worker, so they run one at a time
 * from then on, and the one that has caused it crashes alone.
 */
async function suspectRuns(tx: Tx): Promise<boolean> {
  await tx`select pg_advisory_xact_lock(hashtextextended('suspect imports', 0))`
  const runs = (table: Turned) => hasRows(tx, tx`${tx(table)} where due_at > now() and is_held and crashes > 0`)
  return (await runs('imports')) || (await runs('import_verifications'))
}

/** Why an import whose turns have crashed too often fails. */
export const crashTrouble = ({ crashes }: TakenImport): string | undefined =>
  crashes < mostCrashes
    ? undefined
    : `The worker stopped unexpectedly ${crashes} times in a row while it imported this source. Import the source in smaller parts. If it fails again, ask the operator to check the worker log.`

/** Counts that a transaction adds. */
type Counts = Partial<
  Record<
    | 'found'
    | 'invalid'
    | 'conflicts'
    | 'already_imported'
    | 'visits_found'
    | 'visits_stored'
    | 'created'
    | 'renamed'
    | 'overwritten'
    | 'skipped'
    | 'failed',
    number
  >
>

/**
 * Keeps the turn for longer, and adds counts in the transaction of the change. Without counts, nothing of the source is kept.
 * Throws TurnEnded if another turn has begun: the row is locked until the commit, so that the next turn sees all of it or nothing.
 */
export async function holdTurn(tx: Tx, { id, turn }: Turn, counts?: Counts): Promise<void> {
  const added = Object.entries(counts ?? {}).map(([name, count]) => tx`, ${tx(name)} = ${tx(name)} + ${count}::int`)
  const { count } = await tx`
    update imports
    set due_at = now() + make_interval(secs => ${leaseSeconds}), updated_at = now()
      ${counts === undefined ? tx`` : forgetTrouble(tx)}
      ${added.length === 0 ? tx`` : added}
    where id = ${id} and turn = ${turn} and state = 'running'`
  if (count === 0) throw new TurnEnded()
}

/** The next turn reads a file or archive from its beginning. Other work is not repeated. */
const forgetTrouble = (tx: Tx): Part => tx`,
  failures = case when phase = 'import' or base_url is not null then 0 else failures end,
  crashes = case when phase = 'import' or base_url is not null then 0 else crashes end`

/** Ends the import with a sentence for its owner. */
export async function failImport(sql: Sql, { id, turn }: Turn, message: string): Promise<void> {
  await sql.begin(async (tx) => {
    const [row] = await tx<ImportRow[]>`
      update imports
      set state = 'failed', due_at = null, is_held = false, error = ${storable(message)}, updated_at = now(), finished_at = now()
      where id = ${id} and turn = ${turn} and state = 'running'
      returning ${importColumns(tx)}`
    if (row === undefined) return
    await tx`delete from import_parts where import_id = ${id}`
    await tx`delete from import_sources where import_id = ${id}`
    await tx`delete from import_ids where import_id = ${id}`
    await announce(tx, row.account_id, 'import.completed', describeImport(row))
  })
}

interface Postponement {
  /** The service asks for this wait. */
  seconds?: number
  /** Why the import fails after too many failures. */
  message?: string
}

/** Continues the import later, for example after a store or the service did not respond. */
export async function postponeImport(
  sql: Sql,
  turn: Turn,
  { seconds = 0, message = serverTrouble }: Postponement = {},
): Promise<void> {
  const [row] = await sql<{ failures: number }[]>`
    update imports
    set failures = failures + 1, is_held = false,
      due_at = now() + make_interval(secs => greatest(${seconds}::int, least(300, power(2, failures))))
    where id = ${turn.id} and turn = ${turn.turn} and state = 'running'
    returning failures`
  if (row !== undefined && row.failures >= mostFailures) await failImport(sql, turn, message)
}

const serverTrouble =
  'Something went wrong on the server. Import the source again. If it fails again, ask the operator to check the worker log.'

/** Leaves an import to the next worker, without a failure. Does nothing if it waits for its owner or has finished. */
export async function releaseImport(sql: Sql, { id, turn }: Turn): Promise<void> {
  await sql`
    update imports
    set due_at = now(), is_held = false
    where id = ${id} and turn = ${turn} and state = 'running'`
}

/** All links of the source are read: a dry run waits for its owner, others go on. */
export async function finishAnalysis(tx: Tx, turn: Turn): Promise<void> {
  await holdTurn(tx, turn)
  await tx`delete from import_parts where import_id = ${turn.id} and kind = 'file'`
  await tx`
    delete from import_sources
    using imports
    where import_id = ${turn.id} and imports.id = import_id and visits_found = 0`
  await tx`
    update imports
    set phase = 'import', failures = 0, crashes = 0, state = case when dry_run then 'ready' else state end,
      due_at = case when dry_run then null else due_at end, is_held = not dry_run
    where id = ${turn.id}`
}

export async function finishImport(tx: Tx, turn: Turn): Promise<void> {
  await holdTurn(tx, turn)
  await tx`delete from import_sources where import_id = ${turn.id}`
  await tx`delete from import_ids where import_id = ${turn.id}`
  const rows = await tx<ImportRow[]>`
    update imports
    set state = 'completed', due_at = null, is_held = false, finished_at = now()
    where id = ${turn.id}
    returning ${importColumns(tx)}`
  const row = theRow(rows, 'an import vanished under its lock')
  await announce(tx, row.account_id, 'import.completed', describeImport(row))
}
