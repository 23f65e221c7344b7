import { tryLater } from '#core/api-error.ts'
import type { ClickHouse, QueryOptions } from '#runtime/clickhouse.ts'

/** Queries of one account that run at the same time. A process has 10 connections, and the embedded server runs 14. */
const mostRunning = 8
/** A complete report has 10 queries, and a page of the dashboard several reports. */
const mostWaiting = 200

interface Lane {
  running: number
  /** Called when a place is free. */
  waiting: Set<() => void>
}

const gone = () => new Error('the query was abandoned while it waited')

/** Keeps the queries of one account from using all connections of a process. Further queries wait for their turn. */
export class QueriesAtOnce {
  readonly #lanes = new Map<string, Lane>()

  /** The click store for one account. Throws RATE_LIMIT_EXCEEDED if too many queries are waiting. */
  within(ch: ClickHouse, accountId: string): ClickHouse {
    const inTurn = async <Result>(options: QueryOptions | undefined, ask: () => Promise<Result>): Promise<Result> => {
      await this.#enter(accountId, options?.signal)
      try {
        return await ask()
      } finally {
        this.#leave(accountId)
      }
    }
    return {
      ...ch,
      query: (statement, row, options) => inTurn(options, () => ch.query(statement, row, options)),
      readLines: (statement, options) => inTurn(options, () => ch.readLines(statement, options)),
      readParquet: (statement, options) => inTurn(options, () => ch.readParquet(statement, options)),
    }
  }

  async #enter(accountId: string, signal: AbortSignal | undefined): Promise<void> {
    const lane = this.#lanes.get(accountId) ?? { running: 0, waiting: new Set() }
    this.#lanes.set(accountId, lane)
    if (lane.running < mostRunning) {
      lane.running += 1
      return
    }
    if (lane.waiting.size >= mostWaiting) {
      throw tryLater('RATE_LIMIT_EXCEEDED', 'Too many analytics requests at the same time. Try again in 2 seconds.', 2)
    }
    await new Promise<void>((resolve, reject) => {
      const leaveQueue = () => {
        lane.waiting.delete(start)
        reject(gone())
      }
      const start = () => {
        signal?.removeEventListener('abort', leaveQueue)
        resolve()
      }
      if (signal?.aborted === true) return reject(gone())
      lane.waiting.add(start)
      signal?.addEventListener('abort', leaveQueue, { once: true })
    })
  }

  /** Passes the place on to the query that has waited longest. */
  #leave(accountId: string): void {
    const lane = this.#lanes.get(accountId)
    if (lane === undefined) return
    const [next] = lane.waiting
    if (next !== undefined) {
      lane.waiting.delete(next)
      next()
      return
    }
    lane.running -= 1
    if (lane.running === 0) this.#lanes.delete(accountId)
  }
}
