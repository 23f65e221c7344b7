import { ch, uuids } from '#runtime/ch-tag.ts'
import type { ClickHouse } from '#runtime/clickhouse.ts'
import { rowsOf } from '#runtime/cluster-tables.ts'
import type { Part, Sql } from '#runtime/postgres.ts'
import { idsOf } from '../../rows.ts'

/** No report and no build can still use it, and a mutation serves the builds of half a day. */
const keptHours = 12
const mostBuilds = 1_000

const isOld = (sql: Sql): Part => sql`discarded_at < now() - make_interval(hours => ${keptHours})`

export const discardingIsDue = (sql: Sql): Part => sql`exists (select from discarded_builds where ${isOld(sql)})`

/** Deletes the rows of replaced builds and of those that were not published. */
export async function discardBuilds({ sql, clickhouse }: { sql: Sql; clickhouse: ClickHouse }): Promise<void> {
  const builds = await idsOf(sql`
    select build as id
    from discarded_builds
    where ${isOld(sql)}
    order by discarded_at
    limit ${mostBuilds}`)
  if (builds.length === 0) return
  for (const table of ['click_rollups', 'click_rollup_spans'] as const) {
    await clickhouse.longCommand(ch`alter table ${rowsOf(clickhouse, table)} delete where build in (${uuids(builds)})`)
  }
  await sql`delete from discarded_builds where build = any(${builds}::uuid[])`
}
