import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { ApiError, tryLater } from '#core/api-error.ts'
import type { ClickHouse } from '#runtime/clickhouse.ts'
import type { Sql, Tx } from '#runtime/postgres.ts'
import { readVersion } from '#runtime/version.ts'
import { type ArchiveHead, archiveFormat, objectKinds } from '#schemas/archive.ts'
import { type Ledger, readLedger } from '../backup/late-batches.ts'
import type { ClickFiles } from '../clicks/click-files.ts'
import { findUnpurged } from '../clicks/purge-clicks.ts'
import { findBaseDomain } from '../domains/find-base-domain.ts'
import { hasRows, theRow } from '../rows.ts'
import type { Stores } from '../stores.ts'
import { ArchiveWriter } from './archive-writer.ts'
import { LateBatches } from './late-batches.ts'
import { type Month, selectClicks, selectMonths } from './select-clicks.ts'
import { selectObjects } from './select-objects.ts'

const retryAfterSeconds = 2

interface Archiving extends Pick<Stores, 'sql' | 'ch' | 'config'> {
  /** Where the objects are kept while they are downloaded. */
  clickFiles: ClickFiles
}

/**
 * An account as one file. Its objects are as of one moment: they are written to the disk in one transaction. Clicks are then
 * read while the file is sent, without those that the counters of that moment do not include, and those of deleted links.
 */
export async function archiveAccount(
  { sql, ch, config, clickFiles }: Archiving,
  accountId: string,
  gone: AbortSignal,
): Promise<Readable> {
  await refuseDuringImport(sql, accountId)
  await findBaseDomain(sql, config)
  const began = new Date()
  const writer = new ArchiveWriter(began)
  let moment: { ledger: Ledger; deleted_ids: string[] } | undefined
  const objects = await clickFiles.save(accountId, (use) =>
    sql.begin('isolation level repeatable read read only', async (tx) => {
      const ledger = await readLedger(tx)
      moment = { ledger, deleted_ids: await findUnpurged(tx, accountId) }
      await use(compress(writeObjects(tx, writer, { account_id: accountId, at: ledger.at, gone })))
    }),
  )
  if (moment === undefined) throw new Error('the objects of an account were kept without their ledger')
  const { ledger, deleted_ids } = moment
  const late = new LateBatches(sql, ledger)
  const rest = writeRest(writer, ch, { account_id: accountId, deleted_ids, late, gone })
  const all = Readable.from(join(objects, rest), { objectMode: false })
  // If the client disconnects before the first byte, the generator does not start, and closes nothing.
  return all.once('close', () => objects.destroy())
}

/** Parts that are compressed one by one make a valid gzip file together. */
async function* join(objects: Readable, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* objects as AsyncIterable<Buffer>
  yield* compress(rest) as AsyncIterable<Buffer>
}

/** The counters of imported links include clicks that are not stored yet. */
async function refuseDuringImport(sql: Sql, accountId: string): Promise<void> {
  const importing = sql`
    imports
    where account_id = ${accountId} and source = 'waymark' and phase = 'import' and state in ('running', 'paused')`
  if (await hasRows(sql, importing))
    throw new ApiError('CONFLICT', 'An archive is being imported into this account. Try again when it has finished.')
}

interface Snapshot {
  account_id: string
  at: Date
  gone: AbortSignal
}

async function* writeObjects(
  tx: Tx,
  writer: ArchiveWriter,
  { account_id, at, gone }: Snapshot,
): AsyncGenerator<Buffer> {
  yield writer.head(await readHead(tx, account_id, at))
  for (const kind of objectKinds) {
    for await (const file of writer.rows(kind, selectObjects(tx, kind, account_id))) {
      demandClient(gone)
      yield file
    }
    demandClient(gone)
  }
}

/** Nobody waits for the rest of the objects. */
function demandClient(gone: AbortSignal): void {
  if (gone.aborted) throw tryLater('SERVICE_UNAVAILABLE', 'The client disconnected.', retryAfterSeconds)
}

async function readHead(tx: Tx, accountId: string, at: Date): Promise<ArchiveHead> {
  const accounts = await tx<{ name: string; checks_destinations: boolean }[]>`
    select name, checks_destinations
    from accounts
    where id = ${accountId}`
  const { name, ...settings } = theRow(accounts, `account ${accountId} vanished`)
  const base_domains = await tx<{ id: string; host: string }[]>`select id, host from domains where type = 'standard'`
  return {
    format: archiveFormat,
    waymark: readVersion(),
    created_at: at.toISOString(),
    account: { name },
    settings,
    base_domains: [...base_domains],
  }
}

async function* writeRest(
  writer: ArchiveWriter,
  ch: ClickHouse,
  account: Omit<Month, 'month'>,
): AsyncGenerator<Buffer> {
  for (const month of await selectMonths(ch, account.account_id, account.gone))
    yield* writer.rows('clicks', selectClicks(ch, { ...account, month }))
  yield writer.end()
}

/** An error of the source ends the returned stream with it. */
function compress(source: AsyncIterable<Buffer>): Readable {
  const packed = createGzip({ level: 4 })
  pipeline(Readable.from(source, { objectMode: true }), packed, () => undefined)
  return packed
}
