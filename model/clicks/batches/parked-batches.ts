import type { Sql } from '#runtime/postgres.ts'
import { noId } from '#schemas/clicks.ts'
import type { ClickBatchJob } from '#schemas/queues.ts'

/** A list for one screen: the worst case is a version that cannot read any batch of another. */
const mostListed = 1_000

export interface ParkedBatch {
  batch_id: string
  parked_at: Date
  attempts: number
  why: string
  clicks: number
  bytes: number
}

/** Keeps a batch that cannot be read. Its redirector then deletes its copy. */
export async function parkBatch(sql: Sql, { batch_id, rows, tsv }: ClickBatchJob, why: string): Promise<void> {
  await sql`
    insert into parked_batches (batch_id, why, clicks, content)
    values (${batch_id}, ${why}, ${rows}, ${Buffer.from(tsv)})
    on conflict (batch_id) do update
    set attempts = parked_batches.attempts + 1, why = excluded.why`
}

/** Keeps a batch that an earlier version had parked on the disk of a worker. */
export async function adoptParked(sql: Sql, { batch_id, rows, tsv }: ClickBatchJob, parkedAt: Date): Promise<void> {
  await sql`
    insert into parked_batches (batch_id, parked_at, why, clicks, content)
    values (${batch_id}, ${parkedAt}, 'parked by an earlier version', ${rows}, ${Buffer.from(tsv)})
    on conflict do nothing`
}

export async function countParked(sql: Sql): Promise<number> {
  const [row] = await sql<{ parked: number }[]>`select count(*)::int as parked from parked_batches`
  return row?.parked ?? 0
}

/** The oldest first, up to a limit. */
export const listParked = (sql: Sql): Promise<ParkedBatch[]> => sql<ParkedBatch[]>`
  select batch_id, parked_at, attempts, why, clicks, length(content) as bytes
  from parked_batches
  order by parked_at, batch_id
  limit ${mostListed}`

/** Batches of one statement. */
const mostAtOnce = 1_000

type FoundBatch = Pick<ParkedBatch, 'batch_id' | 'attempts'>

export async function findParked(sql: Sql, batchId: string): Promise<FoundBatch | undefined> {
  const [found] = await sql<FoundBatch[]>`
    select batch_id, attempts
    from parked_batches
    where batch_id = ${batchId}`
  return found
}

/** All batches that are parked now, in the order of their ids, which begin with the time. They may be removed meanwhile. */
export async function* eachParked(sql: Sql, atOnce = mostAtOnce): AsyncGenerator<FoundBatch> {
  const [last] = await sql<FoundBatch[]>`
    select batch_id, attempts
    from parked_batches
    order by batch_id desc
    limit 1`
  let after = noId
  while (last !== undefined && after < last.batch_id) {
    const page = await sql<FoundBatch[]>`
      select batch_id, attempts
      from parked_batches
      where batch_id > ${after} and batch_id <= ${last.batch_id}
      order by batch_id
      limit ${atOnce}`
    yield* page
    after = page.at(-1)?.batch_id ?? last.batch_id
  }
}

/** The job of a parked batch without the redirector to acknowledge; null if there is none. */
export async function readParked(sql: Sql, batchId: string): Promise<Omit<ClickBatchJob, 'reply_to'> | null> {
  const [row] = await sql<{ clicks: number; content: Buffer }[]>`
    select clicks, content
    from parked_batches
    where batch_id = ${batchId}`
  return row === undefined ? null : { batch_id: batchId, rows: row.clicks, tsv: row.content.toString() }
}

/** With a number of attempts, the batch stays if there were more of them. Returns whether it was removed. */
export async function removeParked(sql: Sql, batchId: string, attempts?: number): Promise<boolean> {
  const { count } = await sql`
    delete from parked_batches
    where batch_id = ${batchId} ${attempts === undefined ? sql`` : sql`and attempts = ${attempts}`}`
  return count === 1
}
