import { setTimeout as sleep } from 'node:timers/promises'
import { Admission } from './admission.ts'
import { notImplemented, sameQueryId, syntaxError } from './errors.ts'
import type { Connection, Native } from './native.ts'
import { dropsDefaultDatabase, hasSecondStatement, isInsert, preamble, quote, type Statement } from './statement.ts'

export type Query = { id: string; statement: Statement; format: string; signal: AbortSignal }

export interface Result {
  bytes: Uint8Array
  elapsedNs: number
  readRows: number
  readBytes: number
  writtenRows: number
  writtenBytes: number
}

/** Two of the 16 threads in libuv's pool stay free: one for killing queries, one for zlib. */
const queriesAtOnce = 14
const maxWaiting = 1000
const killEveryMs = 100
/** Number of cached texts known to be a single statement. Clients that bind values repeat a few texts. */
const knownTexts = 1000
const knownTextChars = 10_000

/**
 * How often the engine compares its count of used memory with the real one. The default, 20 times per second, took a third of
 * its processor time without queries.
 */
const engineArguments = ['--memory_worker_period_ms=2000']

/** The engine of one data folder. Each query uses a separate connection. */
export class Engine {
  readonly #native: Native
  readonly #path: string
  /** A permanent connection. Without it, the engine would stop with the last one and take 20 ms to start again. */
  readonly #anchor: Connection
  readonly #admission = new Admission(queriesAtOnce, maxWaiting)
  readonly #running = new Map<string, Promise<unknown>>()
  readonly #doomed = new Set<string>()
  readonly #harmless = new Set<string>()
  #killing = false

  constructor(native: Native, path: string) {
    this.#native = native
    this.#path = path
    this.#anchor = native.CreateConnection(path, engineArguments)
  }

  async run(query: Query): Promise<Result> {
    if (this.#running.has(query.id)) throw sameQueryId(query.id)
    const work = this.#admission.run(query.signal, () => this.#execute(query))
    this.#running.set(query.id, work)
    try {
      return await work
    } finally {
      this.#running.delete(query.id)
      this.#doomed.delete(query.id)
    }
  }

  /** Waits for running queries. Returns true if all are done. */
  async settle(withinMs: number): Promise<boolean> {
    const deadline = AbortSignal.timeout(withinMs)
    while (this.#running.size > 0 && !deadline.aborted) await sleep(20)
    return this.#running.size === 0
  }

  killAll(): void {
    for (const id of this.#running.keys()) this.#doom(id)
  }

  close(): void {
    this.#native.CloseConnection(this.#anchor)
  }

  async #execute(query: Query): Promise<Result> {
    const connection = this.#native.CreateConnection(this.#path)
    const kill = () => this.#doom(query.id)
    query.signal.addEventListener('abort', kill, { once: true })
    try {
      return await this.#send(connection, query)
    } finally {
      query.signal.removeEventListener('abort', kill)
      this.#native.CloseConnection(connection)
    }
  }

  async #send(connection: Connection, query: Query): Promise<Result> {
    const { sql } = query.statement
    await this.#refuseUnsafe(connection, sql)
    const text = preamble(mark(query)) + sql
    if (isInsert(sql)) {
      const written = await this.#native.InsertRawAsyncConnection(connection, text, nothing, false)
      return {
        bytes: nothing.subarray(1),
        elapsedNs: Math.round(written.elapsed * 1e9),
        readRows: written.rowsWritten,
        readBytes: written.bytesWritten,
        writtenRows: written.rowsWritten,
        writtenBytes: written.bytesWritten,
      }
    }
    const answer = await this.#native.QueryAsyncConnection(connection, text, query.format)
    return {
      bytes: answer.bytes,
      elapsedNs: Math.round(answer.elapsed * 1e9),
      readRows: answer.rowsRead,
      readBytes: answer.bytesRead,
      writtenRows: 0,
      writtenBytes: 0,
    }
  }

  /** A server runs one statement; the engine would run several. The count is 0 if the text cannot be parsed. */
  async #refuseUnsafe(connection: Connection, sql: string): Promise<void> {
    if (this.#harmless.has(sql)) return
    if (sql.trim() === '') throw syntaxError('Empty query.')
    const { statementCount } = await this.#native.DurableClassifyAsync(connection, sql)
    if (statementCount > 1 || (statementCount === 0 && hasSecondStatement(sql))) {
      throw syntaxError('Multi-statements are not allowed.')
    }
    if (dropsDefaultDatabase(sql)) throw notImplemented('The database "default" cannot be dropped in this server.')
    // Every insert contains a unique file name.
    if (isInsert(sql) || sql.length > knownTextChars) return
    if (this.#harmless.size >= knownTexts) this.#harmless.clear()
    this.#harmless.add(sql)
  }

  #doom(id: string): void {
    this.#doomed.add(id)
    if (!this.#killing) void this.#killDoomed()
  }

  /** Repeated, because a kill affects only running queries, and a query may be doomed before the engine knows it. */
  async #killDoomed(): Promise<void> {
    this.#killing = true
    while (this.#doomed.size > 0) {
      const marks = [...this.#doomed].map((id) => `startsWith(Settings['log_comment'], ${quote(markOf(id))})`)
      try {
        await this.#kill(marks.join(' or '))
      } catch (error) {
        process.stderr.write(`clickhouse: Failed to kill a query: ${String(error)}\n`)
      }
      await sleep(killEveryMs)
    }
    this.#killing = false
  }

  async #kill(condition: string): Promise<void> {
    const connection = this.#native.CreateConnection(this.#path)
    try {
      await this.#native.QueryAsyncConnection(connection, `KILL QUERY WHERE ${condition} ASYNC`, 'Null')
    } finally {
      this.#native.CloseConnection(connection)
    }
  }
}

const nothing = Buffer.from(' ')

/** Quoted, so that no mark is a prefix of another. */
const markOf = (id: string): string => `${JSON.stringify(id)} `

/** The engine assigns its own query IDs, so ours is passed in log_comment, before the caller's comment. */
function mark(query: Query): Statement {
  const { settings } = query.statement
  const comment = markOf(query.id) + (settings.get('log_comment') ?? '')
  // First, because a `readonly` setting must stay last.
  return { ...query.statement, settings: new Map([['log_comment', comment], ...without(settings, 'log_comment')]) }
}

const without = (settings: ReadonlyMap<string, string>, name: string): [string, string][] =>
  [...settings].filter(([setting]) => setting !== name)
