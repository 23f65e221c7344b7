import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { addAbortSignal, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import {
  type ClickHouseClientConfigOptions,
  type ClickHouseSettings,
  createClient,
  type ResultSet,
} from '@clickhouse/client'
import type { z } from 'zod'
import { type Fragment, render } from './ch-tag.ts'
import { clusterWrites, latest, longOnCluster, whenQuorumIsFree } from './cluster-settings.ts'
import { withLongLists } from './long-lists.ts'
import { type Columns, encodeRows } from './native-format.ts'

export interface ClickHouse {
  /** The cluster that the tables are spread over; undefined for one server. */
  readonly cluster: string | undefined
  /** Returns rows, each parsed by the schema. */
  query<Row>(statement: Fragment, row: z.ZodType<Row>, options?: QueryOptions): Promise<Row[]>
  /** Returns rows as lines of JSON, without a check: for files. */
  readLines(statement: Fragment, options?: QueryOptions): Promise<string[]>
  /** Inserts rows. Repeated inserts with the same token are stored once. */
  insert<Row>(table: string, columns: Columns<Row>, rows: readonly Row[], options: InsertOptions): Promise<void>
  command(statement: Fragment): Promise<void>
  /** The same for a statement that may run for minutes without a sign of life. */
  longCommand(statement: Fragment, settings?: ClickHouseSettings): Promise<void>
  /** All rows as the bytes of a Parquet file. The server has the whole file before it sends any of it. */
  readParquet(statement: Fragment, options?: QueryOptions): Promise<Readable>
  /** The bytes of all rows, in ClickHouse's own format. */
  readNative(statement: Fragment): Promise<Readable>
  /** Inserts such bytes. A repeated call stores them again. */
  writeNative(table: string, bytes: Readable): Promise<void>
  ping(): Promise<void>
  close(): Promise<void>
}

interface InsertOptions {
  token: string
  /** The shard of a cluster, from 1 on. 0: by the key of the table. */
  shard?: number
  signal?: AbortSignal
}

export interface QueryOptions {
  signal?: AbortSignal
  settings?: ClickHouseSettings
}

/** The server cancels a statement that takes longer, and the client a moment later. */
const queryTimeoutSeconds = 30
const requestTimeoutMs = 35_000
const longCommandMs = 3_600_000
const mostConnections = 10
/** ClickHouse closes idle connections after 10 s. We do it earlier, so that it never closes one during a new request. */
const idleConnectionMs = 2_500

const querySettings: ClickHouseSettings = {
  max_execution_time: queryTimeoutSeconds,
  output_format_json_quote_64bit_integers: 0,
  date_time_output_format: 'iso',
}

/** An error is then a response with its status, and never the end of an incomplete file. */
const parquetSettings: ClickHouseSettings = {
  max_execution_time: queryTimeoutSeconds,
  wait_end_of_query: 1,
  output_format_parquet_string_as_string: 1,
}

export function connectClickhouse(url: string, cluster?: string): ClickHouse {
  const writes = cluster === undefined ? {} : clusterWrites
  const options = {
    url,
    keep_alive: { enabled: true, idle_socket_ttl: 0 },
    compression: { request: false, response: false },
    log: { level: 127 as const },
    // Proxies limit the length of a URL: thousands of ids are sent in the body. This is for queries; see withLongLists.
    use_multipart_params_auto: true,
  }
  const client = createClient({ ...options, request_timeout: requestTimeoutMs, http_agent: openConnections(url) })
  const patient = createClient({ ...options, request_timeout: longCommandMs, http_agent: openConnections(url) })
  const ask = askRows(client)
  return {
    cluster,
    async query(statement, row, options = {}) {
      const rows = await ask(statement, options, (answer) => answer.json<unknown>())
      return rows.map((each) => row.parse(each))
    },
    async readLines(statement, options = {}) {
      const text = await ask(statement, options, (answer) => answer.text())
      return text.split('\n').filter((line) => line !== '')
    },
    ...writeParquet(client),
    ...insertRows(client, writes),
    async command(statement) {
      await client.command({ ...withLongLists(render(statement)), clickhouse_settings: writes })
    },
    ...transferNative(patient, writes),
    longCommand: (statement, settings) =>
      runLong(
        {
          ...options,
          request_timeout: longCommandMs,
          clickhouse_settings: { ...writes, ...(cluster !== undefined && longOnCluster), ...settings },
        },
        statement,
      ),
    async ping() {
      const answer = await client.ping({ select: true })
      if (!answer.success) throw answer.error
    },
    async close() {
      await Promise.all([client.close(), patient.close()])
    },
  }
}

/** Code of a failed response that is not from ClickHouse, such as that of a proxy whose server is away. */
export const notFromClickhouse = 'NOT_FROM_CLICKHOUSE'

/** The client makes a plain error of such a response. */
function throwWithCode(error: unknown): never {
  const isPlain = error instanceof Error && error.constructor === Error && !('code' in error)
  throw isPlain ? Object.assign(error, { code: notFromClickhouse }) : error
}

/** Asks a statement, and reads its rows. */
const askRows =
  (client: ReturnType<typeof createClient>) =>
  <Result>(
    statement: Fragment,
    { signal, settings }: QueryOptions,
    read: (rows: ResultSet<'JSONEachRow'>) => Promise<Result>,
  ): Promise<Result> =>
    under(signal, async () => {
      const { query, params } = render(statement)
      const asked = client.query({
        query,
        query_params: params,
        format: 'JSONEachRow',
        clickhouse_settings: { ...querySettings, ...settings },
        ...(signal && { abort_signal: signal }),
      })
      return await read(await asked.catch(throwWithCode))
    })

function writeParquet(client: ReturnType<typeof createClient>): Pick<ClickHouse, 'readParquet'> {
  return {
    async readParquet(statement, { signal, settings } = {}) {
      const { query, params } = render(statement)
      return await under(signal, async () => {
        const asked = client.exec({
          ...withLongLists({ query: `${query} format Parquet`, params }),
          clickhouse_settings: { ...parquetSettings, ...settings },
          ...(signal && { abort_signal: signal }),
        })
        const { stream } = await asked.catch(throwWithCode)
        return signal === undefined ? stream : addAbortSignal(signal, stream)
      })
    },
  }
}

/** Rows of an insert are sent as bytes of the format in which ClickHouse stores columns. */
function insertRows(client: ReturnType<typeof createClient>, writes: ClickHouseSettings): Pick<ClickHouse, 'insert'> {
  return {
    async insert(table, columns, rows, { token, shard = 0, signal }) {
      if (rows.length === 0) return
      const insertOnce = async () => {
        const { stream } = await client.exec({
          query: `insert into ${table} (${Object.keys(columns).join(', ')}) format Native`,
          values: Readable.from([encodeRows(columns, rows)], { objectMode: false }),
          // async_insert, on by default, responds before the rows are stored.
          clickhouse_settings: {
            ...writes,
            insert_deduplication_token: token,
            async_insert: 0,
            ...(shard > 0 && { insert_shard_id: String(shard) }),
          },
          ...(signal && { abort_signal: signal }),
        })
        // Read to the end, so that the connection can be reused.
        await finished(stream.resume())
      }
      await under(signal, () => whenQuorumIsFree(insertOnce, signal))
    },
  }
}

async function runLong(options: ClickHouseClientConfigOptions, statement: Fragment): Promise<void> {
  const client = createClient(options)
  try {
    await client.command(withLongLists(render(statement)))
  } finally {
    await client.close()
  }
}

/** All rows of a statement or a table as bytes. The server stores gigabytes before it responds. */
function transferNative(
  client: ReturnType<typeof createClient>,
  writes: ClickHouseSettings,
): Pick<ClickHouse, 'readNative' | 'writeNative'> {
  return {
    async readNative(statement) {
      const { query, params } = render(statement)
      const { stream } = await client.exec({
        query: `${query} format Native`,
        query_params: params,
        clickhouse_settings: latest,
      })
      return stream
    },
    async writeNative(table, bytes) {
      const { stream } = await client.exec({
        query: `insert into ${table} format Native`,
        values: bytes,
        clickhouse_settings: { ...writes, async_insert: 0, insert_deduplicate: 0 },
      })
      await finished(stream.resume())
    },
  }
}

/**
 * Node's agent closes a connection only while it is idle. The client's own timer keeps running when a connection passes
 * from a request that was aborted in the queue to the next one, which then loses its connection.
 */
function openConnections(url: string): HttpAgent {
  const options = { keepAlive: true, maxSockets: mostConnections, timeout: idleConnectionMs }
  return url.startsWith('https:') ? new HttpsAgent(options) : new HttpAgent(options)
}

/** The client ignores a signal that is already aborted, and its error does not contain the reason. */
async function under<Result>(signal: AbortSignal | undefined, work: () => Promise<Result>): Promise<Result> {
  signal?.throwIfAborted()
  try {
    return await work()
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  }
}
