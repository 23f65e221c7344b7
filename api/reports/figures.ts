import { hasFeature } from '#model/accounts/plans.ts'
import { compileCounted, compileFilter } from '#model/clicks/compile-filter.ts'
import { type Period, untilNow } from '#model/clicks/period.ts'
import { clickCount, clickCountRow } from '#model/clicks/queries/click-count.ts'
import { eachCount, eachCountRow } from '#model/clicks/queries/each-count.ts'
import { quarterCount } from '#model/clicks/queries/quarter-count.ts'
import { shapes } from '#model/clicks/queries/shapes.ts'
import { startOfDay } from '#model/clicks/zoned-time.ts'
import type { Fragment } from '#runtime/ch-tag.ts'
import type { ClickColumnName } from '#schemas/click-columns.ts'
import { breakDown } from './break-down.ts'
import { percentage } from './percentage.ts'
import type { ReportRequest } from './report.ts'

export const todayOf = (now: number, timezone: string): Period => untilNow(now, startOfDay(now, timezone))

/** The previous period of the same length, or as much of it as has passed of this one; null without a start. */
export function previousPeriod({ from, to }: Period, now: number): Period | null {
  if (from === null) return null
  const start = from - (to - from)
  return { from: start, to: start + Math.max(0, Math.min(to, now) - from) }
}

/** Change in percent; null if the previous value is 0. */
export const changeOf = (current: number, previous: number | null): number | null =>
  previous === null || previous === 0 ? null : percentage(current - previous, previous)

type Asked = Pick<ReportRequest, 'ask' | 'scope' | 'query'>

/** Clicks of a period with the requested filters or others. */
export async function countClicks(asked: Asked, period: Period, filter = asked.query): Promise<number> {
  const [row] = await asked.ask(countOf(asked, { period, filter }), clickCountRow)
  return row?.clicks ?? 0
}

/** What to count: the clicks of a period with the requested filters or others. */
interface Counting {
  period: Period
  filter?: ReportRequest['query']
}

/** Several counts. null stays null. */
export async function countEach<Wanted extends Record<string, Counting | null>>(
  given: Asked,
  wanted: Wanted,
): Promise<{ [Name in keyof Wanted]: null extends Wanted[Name] ? number | null : number }> {
  const countings = Object.entries(wanted).flatMap(([name, counting]) => (counting ? [{ name, ...counting }] : []))
  const statement = eachCount(countings.map((counting) => countOf(given, counting)))
  const rows = await given.ask(statement, eachCountRow)
  const clicks = new Map(rows.map((row) => [countings[row.place]?.name, row.clicks]))
  const found = Object.entries(wanted).map(([name, counting]) => [name, counting && (clicks.get(name) ?? 0)])
  return Object.fromEntries(found) as Awaited<ReturnType<typeof countEach<Wanted>>>
}

/** Reads stored counts where possible, because visitors are not needed. */
function countOf({ scope, query }: Asked, { period, filter = query }: Counting): Fragment {
  const counted = compileCounted(scope, filter)
  return counted === null ? clickCount(compileFilter(scope, period, filter)) : quarterCount(counted, period)
}

/** null if no click has a value or the plan does not include it. */
export async function findTopValues({ account, ask, where }: Pick<ReportRequest, 'account' | 'ask' | 'where'>) {
  const { lists } = await breakDown({ ask, where }, shapes.tops)
  // The first known value: at most one of two is unknown.
  const nameOf = <Column extends ClickColumnName>(groups: { [Name in Column]: string | null }[], column: Column) =>
    groups.map((group) => group[column]).find((name) => name !== null) ?? null
  const included = (feature: Parameters<typeof hasFeature>[1]) => hasFeature(account.plan, feature)
  return {
    top_country: nameOf(lists.countries, 'country'),
    top_device: included('device_analytics') ? nameOf(lists.devices, 'device_type') : null,
    top_referrer: included('traffic_source_analytics') ? nameOf(lists.referrers, 'referrer_domain') : null,
  }
}
