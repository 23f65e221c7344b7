import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { type ClickHouseSettings, createClient } from '@clickhouse/client'
import type { z } from 'zod'
import { type Fragment, render } from './ch-tag.ts'
import { type Columns, encodeRows } from './native-format.ts'

export interface ClickHouse {
  /** Rows, each parsed by its schema. */
  query<Row>(statement: Fragment, row: z.ZodType<Row>, options?: QueryOptions): Promise<Row[]>
  /** One insert, stored once however often it is repeated under its token. */
  insert<Row>(table: string, columns: Columns<Row>, rows: readonly Row[], options: InsertOptions): Promise<void>
  command(statement: Fragment): Promise<void>
  ping(): Promise<void>
  close(): Promise<void>
}

interface InsertOptions {
  token: string
  signal?: AbortSignal
}

interface QueryOptions {
  signal?: AbortSignal
  settings?: ClickHouseSettings
}

/** A statement that takes longer is ended by the server, and a moment later by us. */
const queryTimeoutSeconds = 30
const requestTimeoutMs = 35_000
const mostConnections = 10
/** ClickHouse closes an idle connection after 10 s: we are earlier, so that it never does so just when a request goes out. */
const idleConnectionMs = 2_500

const querySettings: ClickHouseSettings = {
  max_execution_time: queryTimeoutSeconds,
  output_format_json_quote_64bit_integers: 0,
  date_time_output_format: 'iso',
}

export function connectClickhouse(url: string): ClickHouse {
  const client = createClient({
    url,
    request_timeout: requestTimeoutMs,
    http_agent: openConnections(url),
    keep_alive: { enabled: true, idle_socket_ttl: 0 },
    compression: { request: false, response: false },
    log: { level: 127 },
  })
  return {
    async query(statement, row, { signal, settings } = {}) {
      const { query, params } = render(statement)
      const rows = await under(signal, async () => {
        const answer = await client.query({
          query,
          query_params: params,
          format: 'JSONEachRow',
          clickhouse_settings: { ...querySettings, ...settings },
          ...(signal && { abort_signal: signal }),
        })
        return await answer.json<unknown>()
      })
      return rows.map((each) => row.parse(each))
    },
    async insert(table, columns, rows, { token, signal }) {
      if (rows.length === 0) return
      await under(signal, async () => {
        const { stream } = await client.exec({
          query: `insert into ${table} (${Object.keys(columns).join(', ')}) format Native`,
          values: Readable.from([encodeRows(columns, rows)], { objectMode: false }),
          // async_insert answers before the rows are stored, and it is on by default.
          clickhouse_settings: { insert_deduplication_token: token, async_insert: 0 },
          ...(signal && { abort_signal: signal }),
        })
        // Read to its end, so that the connection can be used again.
        await finished(stream.resume())
      })
    },
    async command(statement) {
      const { query, params } = render(statement)
      await client.command({ query, query_params: params })
    },
    async ping() {
      const answer = await client.ping({ select: true })
      if (!answer.success) throw answer.error
    },
    close: () => client.close(),
  }
}

/**
 * Node's own agent closes a connection only while it is idle. The client's timer is not stopped when the connection went to a
 * request that had been aborted in line, and through it to the next one, under which it is closed then.
 */
function openConnections(url: string): HttpAgent {
  const options = { keepAlive: true, maxSockets: mostConnections, timeout: idleConnectionMs }
  return url.startsWith('https:') ? new HttpsAgent(options) : new HttpAgent(options)
}

/** The client does not see a signal that was aborted before, and never says why one was. */
async function under<Result>(signal: AbortSignal | undefined, work: () => Promise<Result>): Promise<Result> {
  signal?.throwIfAborted()
  try {
    return await work()
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  }
}
