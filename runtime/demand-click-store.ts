import { z } from 'zod'
import { ch, text } from './ch-tag.ts'
import type { ClickHouse } from './clickhouse.ts'
import { localName } from './cluster-tables.ts'

/** The oldest version that the tables and reports are meant for. */
const leastVersion = [26, 1] as const
/** Inserts after which a server may forget a token (schemas/clickhouse/0001_clicks.sql). */
const leastTokens = 10_000

export interface ClickStoreFacts {
  version: string
  /** The engine of the table that reports read, and that of the rows. */
  engine: string
  rowsEngine: string
  /** The definition of the rows, with their settings. */
  definition: string
}

const factsRow = z.object({
  version: z.string(),
  read_engine: z.string(),
  rows_engine: z.string(),
  definition: z.string(),
})
const nodeRow = z.object({ nodes: z.int(), shards: z.int(), unsafe: z.int() })

/** Throws unless the server has the engine, the version and the memory of tokens that storing clicks once relies on. */
export async function demandClickStore(clickhouse: ClickHouse): Promise<void> {
  const rows = clickhouse.cluster === undefined ? 'clicks' : localName('clicks')
  const [found] = await clickhouse.query(
    ch`
      select version() as version, anyIf(engine, name = 'clicks') as read_engine, anyIf(engine, name = ${text(rows)}) as rows_engine,
        anyIf(engine_full, name = ${text(rows)}) as definition
      from system.tables
      where database = currentDatabase()`,
    factsRow,
  )
  if (found === undefined) throw new Error('ClickHouse has no tables.')
  const { version, read_engine: engine, rows_engine: rowsEngine, definition } = found
  const problem = findProblem({ version, engine, rowsEngine, definition }, clickhouse.cluster)
  if (problem !== null) throw new Error(problem)
}

/** What is wrong with the tables, and how to correct it. */
export function findProblem(
  { version, engine, rowsEngine, definition }: ClickStoreFacts,
  cluster?: string,
): string | null {
  if (isOlder(version)) return `ClickHouse ${version} is too old: use ${leastVersion.join('.')} or newer.`
  const isDistributed = engine === 'Distributed'
  if (isDistributed && cluster === undefined)
    return 'The tables are spread over a cluster: set CLICKHOUSE_CLUSTER to its name.'
  if (cluster === undefined) return isMergeTree(engine) ? findForgotten(definition, rowsEngine) : unknownEngine(engine)
  if (!isDistributed)
    return 'The tables are for one server, and CLICKHOUSE_CLUSTER is set: back up, and restore into a new database.'
  if (!rowsEngine.startsWith('Replicated')) return unknownEngine(rowsEngine)
  return findForgotten(definition, rowsEngine)
}

function isOlder(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major < leastVersion[0] || (major === leastVersion[0] && minor < leastVersion[1])
}

/**
 * ClickHouse Cloud replaces the engine by a shared one. Replicated tables are accepted with CLICKHOUSE_CLUSTER only: without
 * its quorums, the count of a retry may miss clicks.
 */
const isMergeTree = (engine: string) => /^(?:Shared)?MergeTree$/.test(engine)
export const isReplicated = (engine: string) => /^(?:Replicated|Shared)/.test(engine)

const unknownEngine = (engine: string) =>
  `The table of clicks has the engine "${engine}", which may store clicks twice.`

/** Settings that are not in the definition have the defaults of the server, which are enough for replicated tables. */
function findForgotten(definition: string, engine: string): string | null {
  const name = `${isReplicated(engine) ? '' : 'non_'}replicated_deduplication_window`
  const set = new RegExp(`\\b${name} = (\\d+)`).exec(definition)?.[1]
  const tokens = set ?? (isReplicated(engine) ? leastTokens : 0)
  if (Number(tokens) < leastTokens)
    return `ClickHouse forgets tokens after ${tokens} inserts: set ${name} of the table of clicks to ${leastTokens} or more.`
  return null
}

/** Throws unless the server knows the cluster, and leaves the copying of rows to the tables themselves. */
export async function demandCluster(clickhouse: ClickHouse): Promise<void> {
  const { cluster } = clickhouse
  if (cluster === undefined) return
  const [found] = await clickhouse.query(
    ch`
      select count() as nodes, uniqExact(shard_num) as shards, countIf(internal_replication = 0) as unsafe
      from system.clusters
      where cluster = ${text(cluster)}`,
    nodeRow,
  )
  if (found === undefined || found.nodes === 0)
    throw new Error(`CLICKHOUSE_CLUSTER: the server has no cluster "${cluster}" in its remote_servers.`)
  if (found.unsafe > 0)
    throw new Error(`CLICKHOUSE_CLUSTER: set internal_replication of all shards of "${cluster}" to true.`)
}
