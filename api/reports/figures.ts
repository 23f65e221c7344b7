import { hasFeature } from '#model/accounts/plans.ts'
import { compileCounted, compileFilter } from '#model/clicks/compile-filter.ts'
import { type Period, untilNow } from '#model/clicks/period.ts'
import { clickCount, clickCountRow } from '#model/clicks/queries/click-count.ts'
import { quarterCount } from '#model/clicks/queries/quarter-count.ts'
import { shapes } from '#model/clicks/queries/shapes.ts'
import { startOfDay } from '#model/clicks/zoned-time.ts'
import type { ClickColumnName } from '#schemas/click-columns.ts'
import { breakDown } from './break-down.ts'
import { percentage } from './percentage.ts'
import type { ReportRequest } from './report.ts'

export const todayOf = (now: number, timezone: string): Period => untilNow(now, startOfDay(now, timezone))

/** The previous period of the same length; null without a start. */
export const previousPeriod = ({ from, to }: Period): Period | null =>
  from === null ? null : { from: from - (to - from), to: from }

/** Change in percent; null if the previous value is 0. */
export const changeOf = (current: number, previous: number | null): number | null =>
  previous === null || previous === 0 ? null : percentage(current - previous, previous)

/** Clicks of a period with the requested filters or others. Reads stored counts where possible, because visitors are not needed. */
export async function countClicks(
  { ask, scope, query }: Pick<ReportRequest, 'ask' | 'scope' | 'query'>,
  period: Period,
  filter: ReportRequest['query'] = query,
): Promise<number> {
  const counted = compileCounted(scope, filter)
  const statement = counted === null ? clickCount(compileFilter(scope, period, filter)) : quarterCount(counted, period)
  const [row] = await ask(statement, clickCountRow)
  return row?.clicks ?? 0
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
