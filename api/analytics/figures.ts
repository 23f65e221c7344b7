import { hasFeature } from '../auth/plans.ts'
import { compileCounted, compileFilter } from './filter.ts'
import { percentage } from './percentage.ts'
import { type Period, untilNow } from './period.ts'
import { clickCount, clickCountRow } from './queries/click-count.ts'
import { quarterCount } from './queries/quarter-count.ts'
import { topValueRow, topValues } from './queries/top-values.ts'
import type { Asked } from './report.ts'
import { startOfDay } from './zoned-time.ts'

export const todayOf = (now: number, timezone: string): Period => untilNow(now, startOfDay(now, timezone))

/** As long, and just before; null where nothing is before. */
export const previousPeriod = ({ from, to }: Period): Period | null =>
  from === null ? null : { from: from - (to - from), to: from }

/** In percent. null where it cannot be told: no number is so many times nothing. */
export const changeOf = (current: number, previous: number | null): number | null =>
  previous === null || previous === 0 ? null : percentage(current - previous, previous)

/** Clicks of a period by the filters that were asked for, or by others: without visitors, so from counts where they tell. */
export async function countClicks(
  { ask, scope, query }: Pick<Asked, 'ask' | 'scope' | 'query'>,
  period: Period,
  filter: Asked['query'] = query,
): Promise<number> {
  const counted = compileCounted(scope, filter)
  const statement = counted === null ? clickCount(compileFilter(scope, period, filter)) : quarterCount(counted, period)
  const [row] = await ask(statement, clickCountRow)
  return row?.clicks ?? 0
}

/** null where no click tells, or where the plan does not. */
export async function findTopValues({ account, ask, where }: Pick<Asked, 'account' | 'ask' | 'where'>) {
  const rows = await ask(topValues(where), topValueRow)
  const names = new Map(rows.map(({ dimension, name }) => [dimension, name]))
  const included = (feature: Parameters<typeof hasFeature>[1]) => hasFeature(account.plan, feature)
  return {
    top_country: names.get('country') ?? null,
    top_device: included('device_analytics') ? (names.get('device') ?? null) : null,
    top_referrer: included('traffic_source_analytics') ? (names.get('referrer') ?? null) : null,
  }
}
