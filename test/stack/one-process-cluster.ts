import { randomBytes } from 'node:crypto'
import { Fragment } from '#runtime/ch-tag.ts'
import { type ClickHouse, connectClickhouse } from '#runtime/clickhouse.ts'
import { createLog } from '#runtime/log.ts'
import { migrateClickhouse } from '#runtime/migrate.ts'
import { SpawnedServer } from '../../embedded/clickhouse/spawn-server.fixture.ts'

export interface OneProcessCluster {
  /** Tables of a new database on the cluster. */
  open(cluster?: ClusterName): Promise<Database>
  close(): Promise<void>
}

interface Database {
  ch: ClickHouse
  /** Another connection to the same tables, which knows the shards of another cluster. */
  as(cluster: ClusterName): ClickHouse
}

/** Two shards, and the same after the first one was set to get no new batches. */
type ClusterName = 'two' | 'drained'

const shard = (host: string, weight: number) => `
  <shard>
    <weight>${weight}</weight>
    <internal_replication>true</internal_replication>
    <replica><host>${host}</host><port>9000</port></replica>
  </shard>`

/** Both hosts are this server, as its port shows, although it does not listen to it. */
const configuration = `
  <clickhouse>
    <tcp_port>9000</tcp_port>
    <remote_servers>
      <two>${shard('localhost', 1)}${shard('127.0.0.1', 1)}</two>
      <drained>${shard('localhost', 0)}${shard('127.0.0.1', 1)}</drained>
    </remote_servers>
  </clickhouse>`

const sharded = ['clicks', 'click_rollups', 'click_rollup_spans']

/**
 * A cluster of two shards in one server, with the engine's own Distributed tables. Both shards are in the same tables: a column
 * keeps the shard of an insert and begins the partition, so that tokens are of one shard, and a filter shows each shard its own
 * rows. The engine has no Keeper here, so statements lose `on cluster`, and tables their copies.
 */
export async function startOneProcessCluster(): Promise<OneProcessCluster> {
  const server = new SpawnedServer(configuration)
  await server.start()
  const opened: ClickHouse[] = []
  const connect = (database: string, cluster: ClusterName): ClickHouse => {
    const filters = sharded.map((table) => `'${database}.${table}_local': 'at_shard = shardNum()'`).join(', ')
    const url = new URL(server.urlOf(database))
    url.searchParams.set('clickhouse_setting_additional_table_filters', `{${filters}}`)
    const client = connectClickhouse(url.href, cluster)
    opened.push(client)
    return withoutKeeper(client)
  }
  return {
    async open(cluster = 'two') {
      const database = `cluster_${randomBytes(6).toString('hex')}`
      const admin = server.client()
      await admin.command({ query: `create database ${database} engine = Atomic` })
      await admin.close()
      const ch = connect(database, cluster)
      await migrateClickhouse(ch, createLog('test', { LOG_LEVEL: 'silent', LOG_PRETTY: false }))
      return { ch, as: (other) => connect(database, other) }
    },
    async close() {
      await Promise.all(opened.map((client) => client.close()))
      await server.remove()
    },
  }
}

const atShard = `at_shard UInt32 materialized greatest(1, toUInt32(getSetting('insert_shard_id')))`

const withoutKeeper = (client: ClickHouse): ClickHouse => ({
  ...client,
  command: (statement) => client.command(rewritten(statement)),
  longCommand: (statement, settings) => client.longCommand(rewritten(statement), settings),
})

const rewritten = ({ texts, slots }: Fragment): Fragment =>
  new Fragment(
    texts.map(rewrite),
    slots.map((slot) => (slot instanceof Fragment ? rewritten(slot) : slot)),
  )

function rewrite(text: string): string {
  const single = text
    .replaceAll(/ on cluster `\w+`/g, '')
    .replace(/\breplicated_deduplication_window = (\d+), \w+ = \d+/, 'non_replicated_deduplication_window = $1')
    .replace(/\bReplicated(\w*MergeTree)\('[^']*', '[^']*'(?:, )?/, '$1(')
  if (!/^create table [^(]*_local` \(/.test(single)) return single
  return single.replace(' (', ` (\n  ${atShard},`).replace(/\npartition by (\S+)/, '\npartition by (at_shard, $1)')
}
