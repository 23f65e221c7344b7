import type { Part, Sql, Tx } from '#runtime/postgres.ts'
import { noId } from '#schemas/clicks.ts'
import { recordTtlJitterSeconds, recordTtlSeconds } from '#schemas/link-record.ts'

/** A change that Redis has. */
export interface Settled {
  /** Its rows in the outbox. */
  ids: readonly number[]
  /** null for a change of a host, which is in `code`. */
  domain_id: string | null
  code: string
  rev: number
  /** Servers that have it. None if no server can have an older record. */
  servers: readonly string[]
}

/** How old a change is that the process which made it no longer applies. */
export const relayedAfter = '1 second'

/** Changes of one call, so that its transaction stays short. */
const mostUnsettled = 10_000

/** Separates the names of servers in one column. */
const separator = ','

/**
 * Removes changes from the outbox, and remembers which server has them: another one that takes over may have an older record.
 * The order prevents deadlocks: first the rows of the outbox, as the relay locks them, then those of the codes.
 */
export async function settle(sql: Sql | Tx, changes: readonly Settled[]): Promise<void> {
  const ids = changes.flatMap((change) => change.ids)
  const kept = changes.filter(({ servers }) => servers.length > 0)
  const remove = sql`delete from outbox where id = any(${ids}::bigint[])`
  if (kept.length === 0) return void (await remove)
  await sql`
    with settled as (${remove} returning 1)
    insert into applied_changes (domain_id, code, rev, server)
    select domain_id, code, rev, server
    from (select count(*) from settled) as first, unnest(
      ${kept.map(({ domain_id }) => domain_id ?? noId)}::uuid[],
      ${kept.map(({ code }) => code)}::text[],
      ${kept.map(({ rev }) => rev)}::bigint[],
      ${kept.map(({ servers }) => [...new Set(servers)].sort().join(separator))}::text[]
    ) as applied (domain_id, code, rev, server)
    order by domain_id, code
    on conflict (domain_id, code) do update
    set rev = excluded.rev, server = excluded.server, applied_at = now()
    where applied_changes.rev <= excluded.rev`
}

/**
 * Puts changes back into the outbox that a server had which is not among the current ones, and returns their number: the one
 * that took over may not have them, and neither may the same one after a restart. Each call takes some, the newest first, and
 * the relay takes the highest id first.
 */
export async function unsettle(tx: Tx, current: readonly string[]): Promise<number> {
  const { count } = await tx`
    with recursive ${knownServers(tx)}, stale as (
      delete from applied_changes
      where (domain_id, code) in (
        select domain_id, code
        from applied_changes
        where server in (
          select server
          from known
          where not string_to_array(server, ${separator}) <@ ${current}::text[]
        )
        order by applied_at desc
        limit ${mostUnsettled}
        for update skip locked
      )
      returning domain_id, code, rev, applied_at
    )
    insert into outbox (target, domain_id, code, rev, created_at)
    select 'redis', nullif(domain_id, ${noId}), code, rev, now() - ${relayedAfter}::interval
    from stale
    order by applied_at`
  return count
}

/** Whether some changes were last applied to a server that is not among the current ones. */
export async function hasUnsettled(sql: Sql, current: readonly string[]): Promise<boolean> {
  const [found] = await sql<{ exists: boolean }[]>`
    with recursive ${knownServers(sql)}
    select exists (select from known where not string_to_array(server, ${separator}) <@ ${current}::text[])`
  return found?.exists === true
}

/** The few different servers of many rows, each found with one step in the index. */
const knownServers = (sql: Sql | Tx): Part => sql`
  known (server) as (
    (select server from applied_changes order by server limit 1)
    union all
    select (select server from applied_changes where applied_changes.server > known.server order by server limit 1)
    from known
    where known.server is not null
  )`

/** No server has a record that is older than this. */
export const isForgotten = (sql: Sql | Tx): Part =>
  sql`applied_at < now() - make_interval(secs => ${recordTtlSeconds + recordTtlJitterSeconds})`
