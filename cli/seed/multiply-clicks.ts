import type { z } from 'zod'
import { nameBatch } from '#core/clicks/name-batch.ts'
import { reopenAccount } from '#model/clicks/rollups/reopen-days.ts'
import type { ClickHouse } from '#runtime/clickhouse.ts'
import type { Sql } from '#runtime/postgres.ts'
import { noId } from '#schemas/clicks.ts'
import { type Counted, claimCopies, countCopies } from './ledger.sql.ts'
import { batchCountRow, type Copies, countBatch, deleteBatch, insertCopies, type Sample } from './multiply.sql.ts'

/** Rows per insert: about 2 s and 1 GB of memory in ClickHouse. */
const rowsPerInsert = 500_000
/** Visitors per copy of a click. */
const visitorsToCopies = 0.75

interface Stores {
  sql: Sql
  clickhouse: ClickHouse
}

interface Multiplying {
  sample: Sample
  seed: number
  /** Number of clicks to generate. */
  clicks: number
  /** Distinguishes these batches from those of other runs. */
  name: string
  progress: (made: number) => void
}

/** Generates clicks from a sample in ClickHouse and counts them in Postgres. Batches of an earlier run are kept. */
export async function multiplyClicks(stores: Stores, { sample, seed, clicks, name, progress }: Multiplying) {
  const visitors = Math.max(1, Math.round((clicks / sample.rows) * visitorsToCopies))
  for (let first = 0; first < clicks; first += rowsPerInsert) {
    const count = Math.min(rowsPerInsert, clicks - first)
    await insertOnce(stores, sample, {
      batch_id: nameBatch(`${name} copies ${first}`, sample.end),
      seed,
      first,
      count,
      visitors,
    })
    progress(first + count)
  }
}

async function insertOnce({ sql, clickhouse }: Stores, sample: Sample, copies: Copies): Promise<void> {
  const { account_id } = sample
  const claim = await claimCopies(sql, copies.batch_id, copies.count)
  if (claim === 'stored') return
  if (claim === 'torn') await clickhouse.longCommand(deleteBatch(clickhouse, account_id, copies.batch_id))
  await reopenAccount(sql, account_id)
  await clickhouse.command(insertCopies(sample, copies))
  // A build that began during a long insert has read a part of it.
  await reopenAccount(sql, account_id)
  const counted = await clickhouse.query(countBatch(account_id, copies.batch_id), batchCountRow)
  const rows = counted.reduce((sum, each) => sum + each.rows, 0)
  if (rows !== copies.count) throw new Error(`Created ${rows} of ${copies.count} clicks. Run the command again.`)
  const codes = counted.filter(({ qr_code_id }) => qr_code_id !== noId)
  await countCopies(sql, copies.batch_id, gather(counted, 'link_id'), gather(codes, 'qr_code_id'))
}

function gather(rows: z.output<typeof batchCountRow>[], by: 'link_id' | 'qr_code_id'): Counted[] {
  const counts = new Map<string, Counted>()
  for (const { clicks, last_ms, [by]: id } of rows) {
    if (clicks === 0) continue
    const known = counts.get(id) ?? { id, clicks: 0, last_ms: 0 }
    counts.set(id, { id, clicks: known.clicks + clicks, last_ms: Math.max(known.last_ms, last_ms) })
  }
  return [...counts.values()]
}
