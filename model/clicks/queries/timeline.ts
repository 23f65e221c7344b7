import { z } from 'zod'
import { ch, type Fragment, instant, int, text } from '#runtime/ch-tag.ts'
import { endOf, type Period } from '../period.ts'

/** More than a year of hours. Longer spans must use days. */
export const mostBuckets = 10_000

export const timelineRow = z.object({
  date: z.int().transform((seconds) => new Date(seconds * 1_000)),
  clicks: z.int(),
  unique_visitors: z.int(),
})

export interface Timeline {
  granularity: 'hour' | 'day'
  period: Period
  timezone: string
}

/**
 * Clicks by hour or day of a time zone, including empty buckets. Days are filled as dates and then converted to instants, so
 * that a day of 23 hours or one that starts at 01:00 is neither skipped nor doubled.
 */
export function timeline(where: Fragment, { granularity, period, timezone }: Timeline): Fragment {
  const bucket = (at: Fragment) =>
    granularity === 'day' ? ch`toDate(${at}, ${text(timezone)})` : ch`toStartOfHour(${at}, ${text(timezone)})`
  const step = granularity === 'day' ? ch`toIntervalDay(1)` : ch`toIntervalHour(1)`
  const first = period.from === null ? ch`` : ch`from ${bucket(instant(period.from))}`
  return ch`
    select toUnixTimestamp(toDateTime(bucket, ${text(timezone)})) as date, clicks, unique_visitors
    from (
      select ${bucket(ch`clicked_at`)} as bucket, count() as clicks, uniqCombined64(visitor_id) as unique_visitors
      from clicks
      where ${where}
      group by bucket
      order by bucket with fill ${first} to ${bucket(instant(endOf(period) - 1))} + ${step} step ${step}
      limit ${int(mostBuckets + 1)}
    )
    order by date`
}
