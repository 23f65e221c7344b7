import { offsetMs } from '#core/zone-offset.ts'
import { ch, type Fragment } from '#runtime/ch-tag.ts'
import type { Granularity } from '#schemas/analytics.ts'
import { clockIn } from '../zoned-time.ts'
import { isPublished, type RolledDay, RolledWhere, restOf, rolledNumbers, startOf } from './rolled.ts'

export interface Buckets {
  granularity: Granularity
  timezone: string
  /** The bucket of a DateTime or DateTime64. */
  bucketOf: (time: Fragment) => Fragment
}

/** Clicks and visitors by bucket of time, as `bucket`, `clicks` and `unique_visitors`, for a subquery. */
export function countsByBucket(where: Fragment, buckets: Buckets): Fragment {
  const usable = where instanceof RolledWhere ? where.only(isMadeUpOfSpans(buckets)) : where
  if (!(usable instanceof RolledWhere)) return ofClicks(usable, buckets)
  const numbers = rolledNumbers(usable.rolled)
  return ch`
    select bucket, sum(number) as clicks, sum(people) as unique_visitors
    from (
      select bucket, clicks as number, unique_visitors as people
      from (${ofClicks(restOf(usable), buckets)})
      union all
      select ${buckets.bucketOf(ch`starts_at`)} as bucket, ${numbers.clicks} as number, ${numbers.visitors} as people
      from click_rollup_spans
      where ${isPublished(usable.rolled)} and ${isWholePiece(buckets)}
    )
    group by bucket
    having clicks > 0`
}

const ofClicks = (where: Fragment, { bucketOf }: Buckets) => ch`
  select ${bucketOf(ch`clicked_at`)} as bucket, count() as clicks, uniqCombined64(visitor_id) as unique_visitors
  from clicks
  where ${where}
  group by bucket`

/** Whether a span is all of a UTC day that its bucket contains, so that no two of these spans overlap. */
function isWholePiece({ granularity, bucketOf }: Buckets): Fragment {
  const [first, last] = [bucketOf(ch`starts_at`), bucketOf(ch`(ends_at - 1)`)]
  return ch`
    ${granularity === 'hour' ? ch`ends_at - starts_at <= 3600` : ch`kind != 'hour'`}
    and ${first} = ${last}
    and (starts_at = toStartOfDay(starts_at) or ${bucketOf(ch`(starts_at - 1)`)} != ${first})
    and (ends_at = toStartOfDay(ends_at) or ${bucketOf(ch`ends_at`)} != ${last})`
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/**
 * Whether the buckets of a day are made up of stored spans. Not if its clocks change by part of an hour. If several days share
 * their visitor ids, visitors of two spans cannot be added, so each bucket must be in one UTC day.
 */
function isMadeUpOfSpans({ granularity, timezone }: Buckets): (day: RolledDay) => boolean {
  const clock = clockIn(timezone)
  return (day) => {
    const starts = Array.from({ length: day.days + 1 }, (_, index) => startOf(day) + index * dayMs)
    const offsets = starts.map((start) => offsetMs(start, clock))
    const [first = 0] = offsets
    if (granularity === 'hour') {
      const isFull = day.days === 1 || first % hourMs === 0
      return isFull && offsets.every((offset) => (offset - first) % hourMs === 0)
    }
    return day.days === 1 || (granularity === 'day' && offsets.every((offset) => offset === 0))
  }
}
