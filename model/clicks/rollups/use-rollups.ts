import { z } from 'zod'
import { ch, type Fragment, instant, uuid, uuids } from '#runtime/ch-tag.ts'
import type { Sql } from '#runtime/postgres.ts'
import type { FilterQuery } from '#schemas/analytics.ts'
import { compileCounted } from '../compile-filter.ts'
import type { Scope } from '../link-filter.ts'
import { endOf, type Period } from '../period.ts'
import { type RolledDay, RolledWhere } from '../queries/rolled.ts'
import { hasOwnLevels } from './levels-version.ts'

/** Runs of days that are read from rollups. Each adds a range of clicks to a statement. */
const mostRuns = 100

interface Using {
  sql: Sql
  scope: Scope
  period: Period
  query: FilterQuery
  ask: <Row>(statement: Fragment, row: z.ZodType<Row>) => Promise<Row[]>
}

/** The clause with the days of its period that are in rollups, unless it selects clicks that rollups do not distinguish. */
export async function useRollups(where: Fragment, { sql, scope, period, query, ask }: Using): Promise<Fragment> {
  if (query.traffic !== 'default' || compileCounted(scope, query) === null) return where
  const found = await findDays(sql, scope.account_id, period)
  if (found.length === 0) return where
  const hidden = await findHidden(ask, scope, period)
  const days = longestRuns(found.filter((day) => !hidden.some((date) => day.day <= date && date < nextDay(day))))
  const { account_id } = scope
  return days.length === 0
    ? where
    : new RolledWhere(where, { account_id, trigger: query.trigger, days, period, links: null })
}

const dayMs = 86_400_000
const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10)
const nextDay = ({ day, days }: RolledDay) => dateOf(Date.parse(day) + days * dayMs)

/** Published and unchanged days with the levels of this version that are completely in the period. */
const findDays = (sql: Sql, accountId: string, period: Period): Promise<RolledDay[]> => sql<RolledDay[]>`
  select day::text, days, build
  from click_rollups
  where account_id = ${accountId} and built_generation = generation and ${hasOwnLevels(sql)}
    and day + days <= ${dateOf(endOf(period))}::date
    ${period.from === null ? sql`` : sql`and day >= ${dateOf(period.from + dayMs - 1)}::date`}
  order by day`

const hiddenRow = z.object({ date: z.iso.date() })

/** Days with clicks of deleted links. Their visitors cannot be subtracted, so these days are read from the clicks. */
async function findHidden(ask: Using['ask'], { account_id, deleted_ids }: Scope, period: Period): Promise<string[]> {
  if (deleted_ids.length === 0) return []
  const from = period.from === null ? ch`` : ch`and clicked_at >= ${instant(period.from)}`
  const rows = await ask(
    ch`
      select distinct toDate(clicked_at) as date
      from clicks
      where account_id = ${uuid(account_id)} and link_id in ${uuids(deleted_ids)} and traffic != 'bot'
        ${from} and clicked_at < ${instant(endOf(period))}`,
    hiddenRow,
  )
  return rows.map(({ date }) => date)
}

/** Drops the shortest runs of consecutive days if there are too many. */
function longestRuns(days: readonly RolledDay[]): RolledDay[] {
  const runs: RolledDay[][] = []
  for (const day of days) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (run !== undefined && last !== undefined && nextDay(last) === day.day) run.push(day)
    else runs.push([day])
  }
  const kept = new Set([...runs].sort((a, b) => b.length - a.length).slice(0, mostRuns))
  return runs.filter((run) => kept.has(run)).flat()
}
