import { createHash } from 'node:crypto'
import type { ClickHouseSettings } from '@clickhouse/client'
import { z } from 'zod'
import { readOnce } from '#core/read-once.ts'
import { ch, text } from '#runtime/ch-tag.ts'
import type { ClickHouse } from '#runtime/clickhouse.ts'
import { latest } from '#runtime/cluster-settings.ts'
import { isReplicated } from '#runtime/demand-click-store.ts'

/** The shard of an insert by its token, from 1 on; 0 on one server. */
export type ShardOf = (token: string) => number
export const oneServer: ShardOf = () => 0

const shardRow = z.object({ shard: z.int(), weight: z.int(), copies: z.int() })
export type Shard = z.infer<typeof shardRow>

/** A shard by the hash of a token, in proportion to the weights. A shard with a weight of 0 gets no new batches. */
export function chooseShard(shards: readonly Shard[], token: string): number {
  const all = shards.reduce((sum, { weight }) => sum + weight, 0)
  if (all === 0) throw new Error('no shard of the cluster has a weight')
  let place = createHash('sha256').update(token).digest().readUIntBE(0, 6) % all
  const found = shards.find(({ weight }) => {
    place -= weight
    return place < 0
  })
  return found?.shard ?? 1
}

/** How the shards of new batches are chosen. Reads the cluster once: after it was changed, restart the workers. */
export async function shardsOf(clickhouse: ClickHouse): Promise<ShardOf> {
  if (clickhouse.cluster === undefined) return oneServer
  const shards = await readOnce(knownShards, clickhouse, readShards)
  return (token) => chooseShard(shards, token)
}

/** Whether the rows have copies, which may be behind each other. */
export async function hasCopies(clickhouse: ClickHouse): Promise<boolean> {
  return clickhouse.cluster !== undefined || (await readOnce(knownEngines, clickhouse, readIsReplicated))
}

/**
 * Settings for statements that build rollups from clicks: all clicks are read, and every copy has the rollups, since reports
 * cannot tell a copy that is behind. While a node is away, days are not built, and reports read their clicks.
 */
export async function completeBuild(clickhouse: ClickHouse): Promise<ClickHouseSettings> {
  if (clickhouse.cluster === undefined) return latest
  const shards = await readOnce(knownShards, clickhouse, readShards)
  return { ...latest, insert_quorum: String(Math.max(...shards.map(({ copies }) => copies))) }
}

const knownShards = new WeakMap<ClickHouse, Promise<Shard[]>>()
const knownEngines = new WeakMap<ClickHouse, Promise<boolean>>()

async function readShards(clickhouse: ClickHouse): Promise<Shard[]> {
  const shards = await clickhouse.query(
    ch`
      select shard_num as shard, any(shard_weight) as weight, count() as copies
      from system.clusters
      where cluster = ${text(clickhouse.cluster ?? '')}
      group by shard
      order by shard`,
    shardRow,
  )
  if (shards.length === 0) throw new Error(`ClickHouse has no cluster "${clickhouse.cluster}"`)
  return shards
}

const engineRow = z.object({ engine: z.string() })

async function readIsReplicated(clickhouse: ClickHouse): Promise<boolean> {
  const statement = ch`select engine from system.tables where database = currentDatabase() and name = 'clicks'`
  const [row] = await clickhouse.query(statement, engineRow)
  if (row === undefined) throw new Error('ClickHouse has no table of clicks')
  if (row.engine === 'Distributed') throw new Error('set CLICKHOUSE_CLUSTER: the clicks are spread over a cluster')
  return isReplicated(row.engine)
}
