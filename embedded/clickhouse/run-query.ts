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

/** Of the 16 threads of libuv's pool two stay free: for killing a query, and for zlib. */
const queriesAtOnce = 14
const maxWaiting = 1000
const killEveryMs = 100
/** Texts known to be one statement. A client that binds its values sends few different ones, again and again. */
const knownTexts = 1000
const knownTextChars = 10_000

/** The engine on one data folder. Each query gets a connection of its own. */
export class Engine {
  readonly #native: Native
  readonly #path: string
  /** Without a connection that stays, the last one closed would stop the engine, and each first one start it (20 ms). */
  readonly #anchor: Connection
  readonly #admission = new Admission(queriesAtOnce, maxWaiting)
  readonly #running = new Map<string, Promise<unknown>>()
  readonly #doomed = new Set<string>()
  readonly #harmless = new Set<string>()
  #killing = false

  constructor(native: Native, path: string) {
    this.#native = native
    this.#path = path
    this.#anchor = native.CreateConnection(path)
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

  /** True when all queries are done. */
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

  /** The engine would run all statements of a text, a server runs one. The count is 0 where the text does not parse. */
  async #refuseUnsafe(connection: Connection, sql: string): Promise<void> {
    if (this.#harmless.has(sql)) return
    if (sql.trim() === '') throw syntaxError('Empty query.')
    const { statementCount } = await this.#native.DurableClassifyAsync(connection, sql)
    if (statementCount > 1 || (statementCount === 0 && hasSecondStatement(sql))) {
      throw syntaxError('Multi-statements are not allowed.')
    }
    if (dropsDefaultDatabase(sql)) throw notImplemented('The database "default" cannot be dropped in this server.')
    // An insert names a file of its own.
    if (isInsert(sql) || sql.length > knownTextChars) return
    if (this.#harmless.size >= knownTexts) this.#harmless.clear()
    this.#harmless.add(sql)
  }

  #doom(id: string): void {
    this.#doomed.add(id)
    if (!this.#killing) void this.#killDoomed()
  }

  /** Again and again: a query may be doomed before the engine knows it, and each kill is for what runs at that moment. */
  async #killDoomed(): Promise<void> {
    this.#killing = true
    while (this.#doomed.size > 0) {
      const marks = [...this.#doomed].map((id) => `startsWith(Settings['log_comment'], ${quote(markOf(id))})`)
      try {
        await this.#kill(marks.join(' or '))
      } catch (error) {
        process.stderr.write(`clickhouse: a query could not be killed: ${String(error)}\n`)
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

/** Quoted, so that no id is the beginning of another's mark. */
const markOf = (id: string): string => `${JSON.stringify(id)} `

/** The engine gives queries ids of its own, so ours travels in log_comment, before the caller's comment. */
function mark(query: Query): Statement {
  const { settings } = query.statement
  const comment = markOf(query.id) + (settings.get('log_comment') ?? '')
  // First, since a `readonly` among the settings has to stay the last one.
  return { ...query.statement, settings: new Map([['log_comment', comment], ...without(settings, 'log_comment')]) }
}

const without = (settings: ReadonlyMap<string, string>, name: string): [string, string][] =>
  [...settings].filter(([setting]) => setting !== name)
