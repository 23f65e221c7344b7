import { Fragment } from './ch-tag.ts'

/**
 * Tables whose rows are divided among the shards of a cluster, with the key for inserts that do not name a shard. The rows are
 * in a table on each shard, and a Distributed table with the usual name reads all of them.
 *
 * Inserts of clicks name a shard, so the key must not tell a server where to look for a batch. The rows of a build stay
 * together, as the clicks of a batch do.
 */
export const shardingKeys = {
  clicks: 'rand()',
  click_rollups: 'cityHash64(build)',
  click_rollup_spans: 'cityHash64(build)',
} as const

/** Tables that every node has completely: a shard joins its own clicks with them. */
const wholeTables = ['link_facts', 'migrations'] as const

export type ShardedTable = keyof typeof shardingKeys
type Table = ShardedTable | (typeof wholeTables)[number]

export const isSharded = (table: string): table is ShardedTable => Object.hasOwn(shardingKeys, table)
export const isWhole = (table: string): boolean => (wholeTables as readonly string[]).includes(table)

/** The table with the rows of one shard. */
export const localName = (table: string) => `${table}_local`

interface Clustered {
  cluster: string | undefined
}

/** The name after `alter table` and `truncate table` in statements that change rows: on every shard, if there are some. */
export function rowsOf({ cluster }: Clustered, table: Table): Fragment {
  const name = cluster === undefined || !isSharded(table) ? table : `${localName(table)} on cluster \`${cluster}\``
  return new Fragment([name], [])
}

/** The table to read if every copy of its rows counts, even one that is behind the others. */
export function copiesOf({ cluster }: Clustered, table: ShardedTable): Fragment {
  if (cluster === undefined) return new Fragment([table], [])
  return new Fragment([`clusterAllReplicas('${cluster}', currentDatabase(), '${localName(table)}') as ${table}`], [])
}
