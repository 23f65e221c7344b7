import type { ClickHouse } from '#runtime/clickhouse.ts'
import type { Part, Sql, Tx } from '#runtime/postgres.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { countRows } from '../../rows.ts'
import { completeBuild } from '../batches/shards.ts'
import { findUnpurged, mostLeftOut } from '../purge-clicks.ts'
import type { FinishedDay } from '../queries/rolled.ts'
import { buildStatements } from './build-statements.ts'
import { buildsOwnLevels, hasOwnLevels } from './levels-version.ts'
import { mostClicks, mostDays, settledSeconds } from './limits.ts'

interface Stores {
  sql: Sql
  clickhouse: ClickHouse
}

interface DirtyDay extends FinishedDay {
  account_id: string
  generation: string
  clicks: number
}

const isDirty = (sql: Sql | Tx): Part => sql`built_generation is distinct from generation`
const isSettled = (sql: Sql | Tx): Part => sql`changed_at < now() - make_interval(secs => ${settledSeconds})`

export const buildingIsDue = (sql: Sql): Part => sql`
  (${hasOwnLevels(sql)} and exists (select from click_rollups where ${isDirty(sql)} and ${isSettled(sql)}))`

export const countDirty = (sql: Sql): Promise<number> => countRows(sql, sql`click_rollups where ${isDirty(sql)}`)

/**
 * Builds the next days of one account from their clicks. False if there are none, or if another version builds them. Days
 * whose generation changed meanwhile are not published, and built again later. The rows of a build that is never published
 * are deleted (discard-builds.ts).
 */
export async function buildDays({ sql, clickhouse }: Stores): Promise<boolean> {
  const days = await findDirty(sql)
  const [first] = days
  if (first === undefined) return false
  const deleted_ids = await findUnpurged(sql, first.account_id)
  if (deleted_ids.length >= mostLeftOut) {
    // The clicks of others would be counted. Soon they are gone.
    await postpone(sql, days)
    return false
  }
  const build = uuidv7()
  await sql`insert into discarded_builds (build) values (${build})`
  try {
    const settings = await completeBuild(clickhouse)
    for (const statement of buildStatements({ account_id: first.account_id, build, days, deleted_ids })) {
      await clickhouse.longCommand(statement, settings)
    }
  } catch (error) {
    await postpone(sql, days)
    throw error
  }
  await sql.begin((tx) => publish(tx, build, days))
  return true
}

/** The days of one account from its first one on that is to be built, up to a number of clicks. */
async function findDirty(sql: Sql): Promise<DirtyDay[]> {
  return sql<DirtyDay[]>`
    with dirty as (
      select account_id, day, days, generation, clicks
      from click_rollups
      where ${isDirty(sql)} and ${isSettled(sql)} and ${hasOwnLevels(sql)}
      order by account_id, day
      limit ${mostDays}
    ), first as (
      select account_id, days
      from dirty
      order by account_id, day
      limit 1
    ), summed as (
      select dirty.*, sum(clicks) over (order by day) as until_here
      from dirty
      join first using (account_id, days)
    )
    select account_id, day::text, days, generation::text, clicks::float8 as clicks
    from summed
    where until_here - clicks < ${mostClicks} and (until_here <= ${mostClicks} or until_here = clicks)
    order by day`
}

/** Other days are built before these are tried again. */
const postpone = (sql: Sql, days: readonly DirtyDay[]) => sql`
  update click_rollups
  set changed_at = now()
  where (account_id, day) in (
    select account_id, day::date
    from unnest(${days.map(({ account_id }) => account_id)}::uuid[], ${days.map(({ day }) => day)}::text[])
      as failed (account_id, day)
  )`

async function publish(tx: Tx, build: string, days: readonly DirtyDay[]): Promise<void> {
  const replaced = await tx<{ build: string | null }[]>`
    with built as (
      select account_id, day::date, generation
      from unnest(
        ${days.map(({ account_id }) => account_id)}::uuid[],
        ${days.map(({ day }) => day)}::text[],
        ${days.map(({ generation }) => generation)}::bigint[]
      ) as built (account_id, day, generation)
    ), before as (
      select click_rollups.account_id, click_rollups.day, click_rollups.build, built.generation
      from click_rollups
      join built using (account_id, day)
      where click_rollups.generation = built.generation
      order by click_rollups.account_id, click_rollups.day
      for update of click_rollups
    )
    update click_rollups
    set build = ${build}, built_generation = before.generation
    from before
    where click_rollups.account_id = before.account_id and click_rollups.day = before.day
    returning before.build`
  if (replaced.length === 0) return
  // Asked after the days were locked: a change of the version takes out days that were published before it.
  if (!(await buildsOwnLevels(tx)))
    throw new Error(`build ${build} is not published: another version of Waymark builds the rollups now`)
  const { count } = await tx`delete from discarded_builds where build = ${build}`
  if (count === 0) throw new Error(`the rows of build ${build} were deleted before it was published`)
  await tx`
    insert into discarded_builds (build)
    select distinct build
    from unnest(${replaced.flatMap(({ build: old }) => old ?? [])}::uuid[]) as replaced (build)
    where not exists (select from click_rollups where click_rollups.build = replaced.build)
    on conflict do nothing`
}
