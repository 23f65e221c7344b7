import type { Sql } from '#runtime/postgres.ts'

/** Number of statements that wait for locks. */
export async function waitingForLocks(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count
    from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  return row?.count ?? 0
}
