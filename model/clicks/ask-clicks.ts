import type { Readable } from 'node:stream'
import type { z } from 'zod'
import { isForNow, tryLater } from '#core/api-error.ts'
import type { Fragment } from '#runtime/ch-tag.ts'
import { type ClickHouse, notFromClickhouse, type QueryOptions } from '#runtime/clickhouse.ts'
import { within } from '#runtime/within.ts'

/** Default time limit of a query. */
const standardPatienceMs = 20_000
/** Time limit of counts that a record can do without. */
const briefPatienceMs = 2_000
/** Links looked up in the index. More of them have rows everywhere, so that sorting them would take longer than it saves. */
const mostIndexed = 10_000
const retryAfterSeconds = 2

/** The click store is unreachable or shutting down. Codes of node:net. */
const unreachable = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]
/** It cannot run the query now: time limit, too many queries, memory limit, shutting down. Codes of ClickHouse. */
const overloaded = ['159', '202', '241', '236', '394']
/** A server of the cluster cannot reach another one, or its copies are behind. */
const partlyAway = ['32', '198', '209', '210', '279', '289']
const away: ReadonlySet<unknown> = new Set([...unreachable, ...overloaded, ...partlyAway, notFromClickhouse])

interface Asking {
  /** Aborted when the client disconnects, which also ends the query. */
  gone: AbortSignal
  patienceMs?: number
}

/** Runs one analytics query. SERVICE_UNAVAILABLE if the click store is unavailable or takes too long. */
export async function askClicks<Row>(
  ch: ClickHouse,
  statement: Fragment,
  row: z.ZodType<Row>,
  asking: Asking,
): Promise<Row[]> {
  return await withPatience(asking, (options) => ch.query(statement, row, options))
}

/** Time limit of a file of up to 1 million clicks. */
const filePatienceMs = 30_000

/** Runs a query whose rows are a Parquet file, and passes its bytes on. */
export const askParquet = <Result>(
  ch: ClickHouse,
  statement: Fragment,
  { gone }: Pick<Asking, 'gone'>,
  use: (bytes: Readable) => Promise<Result>,
): Promise<Result> =>
  withPatience(
    { gone, patienceMs: filePatienceMs },
    async (options) => await use(await ch.readParquet(statement, options)),
  )

async function withPatience<Result>(
  { gone, patienceMs = standardPatienceMs }: Asking,
  ask: (options: QueryOptions) => Promise<Result>,
): Promise<Result> {
  const settings = {
    max_execution_time: Math.ceil(patienceMs / 1_000),
    use_index_for_in_with_subqueries_max_values: String(mostIndexed),
  }
  return await within(patienceMs, gone, async (signal) => {
    try {
      return await ask({ signal, settings })
    } catch (error) {
      if (gone.aborted) throw unavailable('The client disconnected.')
      if (signal.aborted || away.has(codeOf(error)))
        throw Object.assign(unavailable('The click store is not responding. Try again in 2 seconds.'), { cause: error })
      throw error
    }
  })
}

/** Optional counts: null while the click store is unavailable or slow, or too many queries of the account are waiting. */
export async function askClicksBriefly<Row>(
  ch: ClickHouse,
  statement: Fragment,
  row: z.ZodType<Row>,
  gone: AbortSignal,
): Promise<Row[] | null> {
  try {
    return await askClicks(ch, statement, row, { gone, patienceMs: briefPatienceMs })
  } catch (error) {
    if (isForNow(error)) return null
    throw error
  }
}

const unavailable = (message: string) => tryLater('SERVICE_UNAVAILABLE', message, retryAfterSeconds)

/** Errors of sockets and of ClickHouse itself both have a code. */
const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)
