import type { Part, Sql, Tx } from '#runtime/postgres.ts'

/** The hour of the day (UTC) from which nightly tasks run. */
const nightHour = 3

/** The beginning of the last night. */
export const lastNight = (sql: Sql | Tx): Part => sql`(
  (date_trunc('day', (now() - make_interval(hours => ${nightHour})) at time zone 'UTC') at time zone 'UTC')
  + make_interval(hours => ${nightHour}))`

/** True until endNight() was called since the last night began. */
export const isDueTonight = (sql: Sql, name: string): Part =>
  sql`not exists (select from nightly_tasks where name = ${name} and done_at >= ${lastNight(sql)})`

/** The task has nothing more to do until the next night. */
export async function endNight(tx: Tx, name: string): Promise<void> {
  await tx`
    insert into nightly_tasks (name)
    values (${name})
    on conflict (name) do update
    set done_at = excluded.done_at`
}
