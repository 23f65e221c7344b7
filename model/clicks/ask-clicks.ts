import type { z } from 'zod'
import { ApiError } from '#core/api-error.ts'
import type { Fragment } from '#runtime/ch-tag.ts'
import type { ClickHouse } from '#runtime/clickhouse.ts'

/** A query gets so long unless its caller is in more of a hurry. */
const standardPatienceMs = 20_000
/** A record is shown without its counts rather than late. */
const briefPatienceMs = 2_000
/** Links by which the index is asked where rows are. So many lie everywhere, and then it is their sorting that takes the time. */
const mostIndexed = 10_000
const retryAfterSeconds = '2'

/** The click store cannot be reached, or is on its way out. Codes of node:net. */
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
/** It cannot take the query now: time limit, too many queries, memory limit, shutting down. Codes of ClickHouse. */
const overloaded = ['159', '202', '241', '236', '394']
const away: ReadonlySet<unknown> = new Set([...unreachable, ...overloaded])

interface Asking {
  /** Aborted when the client is gone: then the query ends too. */
  gone: AbortSignal
  patienceMs?: number
}

/** Runs one analytics query. A click store that is away, or takes too long, is SERVICE_UNAVAILABLE. */
export async function askClicks<Row>(
  ch: ClickHouse,
  statement: Fragment,
  row: z.ZodType<Row>,
  { gone, patienceMs = standardPatienceMs }: Asking,
): Promise<Row[]> {
  const late = AbortSignal.timeout(patienceMs)
  try {
    return await ch.query(statement, row, {
      signal: AbortSignal.any([gone, late]),
      settings: {
        max_execution_time: Math.ceil(patienceMs / 1_000),
        use_index_for_in_with_subqueries_max_values: String(mostIndexed),
      },
    })
  } catch (error) {
    if (gone.aborted) throw unavailable('The client is gone')
    if (late.aborted || away.has(codeOf(error))) throw unavailable('The click store does not answer; try again')
    throw error
  }
}

/** For counts that an answer can do without: null while the click store is away, or slow. */
export async function askClicksBriefly<Row>(
  ch: ClickHouse,
  statement: Fragment,
  row: z.ZodType<Row>,
  gone: AbortSignal,
): Promise<Row[] | null> {
  try {
    return await askClicks(ch, statement, row, { gone, patienceMs: briefPatienceMs })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'SERVICE_UNAVAILABLE') return null
    throw error
  }
}

const unavailable = (message: string) =>
  new ApiError('SERVICE_UNAVAILABLE', message, undefined, { 'retry-after': retryAfterSeconds })

/** Errors of sockets and of ClickHouse itself both have a code. */
const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)
