import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { ch, int } from '#runtime/ch-tag.ts'
import { segmentsWaiting } from '../../test/guarantees/check-set.ts'
import type { FaultStack } from '../../test/guarantees/stack.ts'

export interface StoredClicks {
  rows: number
  /** Answered visits that are not stored. */
  lost: number
  /** Rows with the id of another row. */
  doubled: number
  /** Rows beyond the visits that were sent to their link. */
  surplus: number
  /** Difference between the counts of all links in Postgres and the rows in ClickHouse. */
  miscounted: number
}

/** Visits of each link. Those without a response may or may not be stored. */
export interface VisitCounts {
  answered: Uint32Array
  unanswered: Uint32Array
}

/** The embedded ClickHouse buffers its responses, so they are read in pages. */
const linksPerPage = 200_000
const idsPerShare = 5_000_000
const drainMs = 15 * 60_000
/** With an empty spool nothing is in transit: a difference that remains this long is final. */
const settleMs = 5_000
const pollMs = 500

/** Waits until every click is stored and acknowledged. */
export async function untilSpoolIsEmpty({ dataDir }: Pick<FaultStack, 'dataDir'>): Promise<void> {
  const end = performance.now() + drainMs
  while (segmentsWaiting(dataDir).length > 0) {
    if (performance.now() > end) throw new Error(`clicks are still in the spool after ${drainMs / 60_000} minutes`)
    await sleep(pollMs)
  }
}

/** Compares the answered visits to the stored clicks, link by link. */
export async function checkStored(stack: FaultStack, counts: VisitCounts): Promise<StoredClicks> {
  const end = performance.now() + settleMs
  for (;;) {
    const found = await compare(stack, counts)
    if (isSound(found) || performance.now() > end) return found
    await sleep(pollMs)
  }
}

export const isSound = ({ lost, doubled, surplus, miscounted }: StoredClicks) =>
  lost + doubled + surplus + miscounted === 0

async function compare(stack: FaultStack, counts: VisitCounts): Promise<StoredClicks> {
  let [rows, lost, surplus] = [0, 0, 0]
  for (let first = 0; first < counts.answered.length; first += linksPerPage) {
    const stored = await rowsOfLinks(stack, first)
    for (let link = first; link < Math.min(first + linksPerPage, counts.answered.length); link++) {
      const [found, answered] = [stored.get(link) ?? 0, counts.answered[link] ?? 0]
      rows += found
      lost += Math.max(0, answered - found)
      surplus += Math.max(0, found - answered - (counts.unanswered[link] ?? 0))
    }
  }
  const miscounted = Math.abs((await countedInPostgres(stack)) - rows)
  return { rows, lost, doubled: await countDoubled(stack, rows), surplus, miscounted }
}

const linkRow = z.object({ link: z.number(), rows: z.number() })

async function rowsOfLinks({ clickhouse }: FaultStack, first: number): Promise<Map<number, number>> {
  const rows = await clickhouse.query(
    ch`
      select toUInt32OrZero(extract(destination_url, '[0-9]+$')) as link, toUInt32(count()) as rows
      from clicks
      where link >= ${int(first)} and link < ${int(first + linksPerPage)}
      group by link`,
    linkRow,
  )
  return new Map(rows.map((row) => [row.link, row.rows]))
}

const doubledRow = z.object({ doubled: z.number() })

/** In shares, since every id of a share is in memory. */
async function countDoubled({ clickhouse }: FaultStack, rows: number): Promise<number> {
  const shares = Math.max(1, Math.ceil(rows / idsPerShare))
  let doubled = 0
  for (let share = 0; share < shares; share++) {
    const [found] = await clickhouse.query(
      ch`
        select toUInt32(count() - uniqExact(click_id)) as doubled
        from clicks
        where cityHash64(click_id) % ${int(shares)} = ${int(share)}`,
      doubledRow,
    )
    doubled += found?.doubled ?? 0
  }
  return doubled
}

async function countedInPostgres({ sql }: FaultStack): Promise<number> {
  const [row] = await sql<{ clicks: number }[]>`select coalesce(sum(clicks), 0)::float8 as clicks from link_counts`
  return row?.clicks ?? 0
}
