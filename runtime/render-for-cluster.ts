import { isSharded, isWhole, localName, shardingKeys } from './cluster-tables.ts'
import { makeRepeatable } from './make-repeatable.ts'

export interface ClusterTarget {
  cluster: string
  database: string
}

const dayOfTokens = 'replicated_deduplication_window_seconds = 604800'

/**
 * The statements that do on every node of a cluster what a statement of a migration does on one server. Repeating them changes
 * nothing, because a node that is away lets a migration fail halfway.
 */
export function renderForCluster(statement: string, target: ClusterTarget): string[] {
  const repeatable = makeRepeatable(statement)
  const created = /^create table if not exists (\w+) ([\s\S]+)$/.exec(repeatable)
  if (created !== null) return renderTable(created[1] ?? '', created[2] ?? '', target)
  const altered = /^alter table (\w+) ([\s\S]+)$/.exec(repeatable)
  if (altered !== null) return renderChange(altered[1] ?? '', altered[2] ?? '', target)
  throw new Error(`A cluster needs to know what this does: ${statement}`)
}

function renderTable(table: string, definition: string, target: ClusterTarget): string[] {
  const everywhere = `on cluster \`${target.cluster}\``
  const create = (name: string) => `create table if not exists ${qualified(name, target)} ${everywhere}`
  if (isWhole(table)) return [`${create(table)} ${replicate(table, definition, target)}`]
  demandSharded(table)
  const local = localName(table)
  const all = `Distributed('${target.cluster}', '${target.database}', '${local}', ${shardingKeys[table]})`
  return [
    `${create(local)} ${replicate(table, definition, target)}`,
    `${create(table)} as ${qualified(local, target)} engine = ${all}`,
  ]
}

/** The path in Keeper names the copies of the same rows: those of a shard, or those of all nodes. */
function replicate(table: string, definition: string, { database }: ClusterTarget): string {
  const engine = /\bengine = (\w*MergeTree)(?:\(([^()]*)\))?/
  const found = engine.exec(definition)
  if (found === null) throw new Error(`The table ${table} has no engine that a cluster can replicate.`)
  const [, name = '', own] = found
  const [folder, replica] = isWhole(table) ? ['all', '{shard}-{replica}'] : ['{shard}', '{replica}']
  const keeper = [`'/clickhouse/tables/${folder}/${database}/${table}'`, `'${replica}'`]
  const parameters = [...keeper, ...(own === undefined || own === '' ? [] : [own])].join(', ')
  return definition
    .replace(engine, () => `engine = Replicated${name}(${parameters})`)
    .replace(/\bnon_(replicated_deduplication_window = \d+)/, `$1, ${dayOfTokens}`)
}

/** A change of columns applies to both tables, any other only to the rows. */
function renderChange(table: string, commands: string, target: ClusterTarget): string[] {
  const kinds = [...commands.matchAll(/(?:^|,\s*)(add|drop|modify|rename|comment|clear|materialize) (\w+)/g)]
  if (kinds.length === 0) throw new Error(`A cluster needs to know what this does: alter table ${table} ${commands}`)
  const isRewrite = kinds.some(([, verb]) => verb === 'materialize')
  // Every node has the change when the statement ends, except the rows that a mutation rewrites.
  const change = isRewrite ? commands : `${commands} settings alter_sync = 2`
  // The nodes tell each other.
  if (isWhole(table)) return [`alter table ${qualified(table, target)} ${change}`]
  demandSharded(table)
  const alter = (name: string, what: string) =>
    `alter table ${qualified(name, target)} on cluster \`${target.cluster}\` ${what}`
  const rows = alter(localName(table), change)
  const isOfColumn = ([, verb, noun]: RegExpExecArray) =>
    noun === 'column' && verb !== 'materialize' && verb !== 'clear'
  const columns = kinds.filter(isOfColumn)
  if (columns.length === 0) return [rows]
  if (columns.length < kinds.length) throw new Error(`Change columns of ${table} in a separate statement: ${commands}`)
  const all = alter(table, commands)
  // Nobody reads or writes a column through the Distributed table that the others do not have.
  return columns.every(([, verb]) => verb === 'drop') ? [all, rows] : [rows, all]
}

const qualified = (name: string, { database }: ClusterTarget) => `\`${database}\`.\`${name}\``

function demandSharded(table: string): asserts table is keyof typeof shardingKeys {
  if (!isSharded(table)) throw new Error(`Add ${table} to runtime/cluster-tables.ts: how is it spread over a cluster?`)
}
