import postgres from 'postgres'

export type Sql = postgres.Sql<{ bigint: number }>
/** The parameter of functions that must run in the caller's transaction. */
export type Tx = postgres.TransactionSql<{ bigint: number }>

/** A part of a statement. */
export type Part = postgres.PendingQuery<postgres.Row[]>

/** A complete statement that is sent once it is awaited. */
export type Statement = postgres.PendingQuery<postgres.Row[]>

interface PostgresOptions {
  /** Shown in pg_stat_activity. */
  name: string
  max?: number
}

/** bigint columns (counters, revs) are read as numbers, since they stay far below 2^53. */
const bigint = { to: 20, from: [20], serialize: String, parse: Number }

/** Returns true if a statement violated this constraint. */
export const violates = (error: unknown, constraint: string): boolean =>
  error instanceof postgres.PostgresError && error.constraint_name === constraint

/** The server refused the transaction: a constraint, a deadlock, or another rule of it. Nothing was written. */
export const wasRefused = (error: unknown): boolean =>
  error instanceof postgres.PostgresError && /^(23|40)/.test(error.code)

/** The server rolled the transaction back because of a concurrent one, for example after a deadlock. */
export const mayRunAgain = (error: unknown): boolean =>
  error instanceof postgres.PostgresError && (error.code === '40P01' || error.code === '40001')

export function connectPostgres(url: string, { name, max = 10 }: PostgresOptions): Sql {
  return postgres(url, {
    ...ipv6Address(url),
    max,
    connect_timeout: 5,
    idle_timeout: 60,
    onnotice: () => undefined,
    // JSON has times in the zone of the session: in others, the last day of 9999 could become the year 10000. PgBouncer keeps
    // track of this parameter in every mode, unlike most others.
    connection: { application_name: `waymark ${name}`, TimeZone: 'UTC' },
    types: { bigint },
  })
}

/** The driver would split an IPv6 address at its colons, but it takes host and port as lists, which its types leave out. */
function ipv6Address(url: string): object {
  const [, address, port = '5432'] = /\/\/(?:[^/?]*@)?\[([\d.:a-f]+)\](?::(\d+))?(?=[/?]|$)/i.exec(url) ?? []
  return address === undefined ? {} : { host: [address], port: [Number(port)] }
}

/**
 * Sends the last statements of a transaction together with its commit: what they lock is locked only while Postgres works,
 * and not while messages travel. If one fails, Postgres rolls back, and this throws. The driver then commits the empty
 * transaction that `and chain` begins; without one, each commit would write a warning to the log of Postgres.
 */
export async function commitWith(tx: Tx, last: readonly Statement[]): Promise<void> {
  await Promise.all([...last, tx`commit and chain`])
}

/**
 * For a transaction that holds a lock of the whole installation, in the list of a select. If the machine of its process fails,
 * nothing closes the connection: Postgres would notice it after two hours, and notices it after a minute with these settings.
 */
export const endIfMachineFails = (tx: Tx): Part => tx`
  set_config('tcp_keepalives_idle', '30', true), set_config('tcp_keepalives_interval', '10', true),
  set_config('tcp_keepalives_count', '3', true)`

const pools = new WeakMap<Sql, Sql>()

/** A connection with another way to run transactions. What it does for them is missing for statements outside of one. */
export function withTransactions(sql: Sql, begin: (work: (tx: Tx) => unknown) => Promise<unknown>): Sql {
  const other = new Proxy(sql, { get: (target, name) => (name === 'begin' ? begin : Reflect.get(target, name)) })
  pools.set(other, poolOf(sql))
  return other
}

/** The connection pool itself, which is the same for all requests of a process. */
export const poolOf = (sql: Sql): Sql => pools.get(sql) ?? sql

/** Throws if Postgres is not responding. */
export const pingPostgres = (sql: Sql) => sql`select 1`
