import { type Part, poolOf, type Sql, type Tx } from '#runtime/postgres.ts'

/** Tables that migrations add are known after this time. No migration replaces a table, which would get another oid. */
const tablesMostMs = 60_000
const knownTables = new WeakMap<Sql, { tables: Promise<number[]>; since: number }>()

/** The tables of Waymark. The catalog is rarely asked, because reading it takes longer than adding up the counters. */
export function findTables(sql: Sql): Promise<number[]> {
  const pool = poolOf(sql)
  const now = performance.now()
  const known = knownTables.get(pool)
  if (known !== undefined && now - known.since < tablesMostMs) return known.tables
  const tables = selectTables(pool)
  knownTables.set(pool, { tables, since: now })
  const forget = () => {
    if (knownTables.get(pool)?.tables === tables) knownTables.delete(pool)
  }
  // The database may not be migrated yet.
  tables.then((found) => found.length === 0 && forget(), forget)
  return tables
}

async function selectTables(sql: Sql): Promise<number[]> {
  const rows = await sql<{ oid: number }[]>`
    select oid
    from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace`
  return rows.map(({ oid }) => oid)
}

/**
 * Rows that the connection has inserted, updated or deleted, since it last reported them to the statistics of Postgres. That
 * happens between transactions only, so the difference within one is what the transaction did.
 */
export const changedRows = (tx: Tx, tables: readonly number[]): Part => tx`
  (
    select coalesce(sum(pg_stat_get_xact_tuples_inserted(oid) + pg_stat_get_xact_tuples_updated(oid)
      + pg_stat_get_xact_tuples_deleted(oid)), 0)
    from unnest(${[...tables]}::oid[]) as oid
  )`
