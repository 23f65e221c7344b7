import { z } from 'zod'
import { ch, type Fragment, instant, int, text } from '#runtime/ch-tag.ts'
import type { Granularity } from '#schemas/analytics.ts'
import { mostBuckets } from '#schemas/report-limits.ts'
import { endOf, type Period, quarterMs } from '../period.ts'
import { countsByBucket } from './counts-by-bucket.ts'

export const timelineRow = z.object({
  date: z.int().transform((seconds) => new Date(seconds * 1_000)),
  clicks: z.int(),
  unique_visitors: z.int(),
})

export interface Timeline {
  granularity: Granularity
  period: Period
  timezone: string
}

/** Clicks by hour, day, week or month of a time zone, including empty buckets. */
export const timeline = (where: Fragment, shape: Timeline): Fragment =>
  shape.granularity === 'hour' ? byHour(where, shape) : byDate(where, shape, dates[shape.granularity])

interface DateBucket {
  startOf: (day: Fragment) => Fragment
  step: Fragment
}

const dates: Record<Exclude<Granularity, 'hour'>, DateBucket> = {
  day: { startOf: (day) => day, step: ch`toIntervalDay(1)` },
  week: { startOf: (day) => ch`toMonday(${day})`, step: ch`toIntervalWeek(1)` },
  month: { startOf: (day) => ch`toStartOfMonth(${day})`, step: ch`toIntervalMonth(1)` },
}

/** Filled as dates and then converted to instants, so that a day of 23 hours or one that starts at 01:00 is not doubled. */
function byDate(where: Fragment, { granularity, period, timezone }: Timeline, { startOf, step }: DateBucket): Fragment {
  const dateOf = (at: Fragment) => startOf(ch`toDate(${at}, ${text(timezone)})`)
  const first = period.from === null ? ch`` : ch`from ${dateOf(instant(period.from))}`
  return ch`
    select toUnixTimestamp(toDateTime(bucket, ${text(timezone)})) as date, clicks, unique_visitors
    from (
      ${countsByBucket(where, { granularity, timezone, bucketOf: dateOf })}
      order by bucket with fill ${first} to ${dateOf(instant(endOf(period) - 1))} + ${step} step ${step}
      limit ${int(mostBuckets + 1)}
    )
    order by date`
}

/**
 * Filled by quarters of an hour, of which each belongs to one hour: some zones are 30 or 45 minutes off UTC, and the clocks of
 * Lord Howe Island change by 30 minutes, so that its hours do not follow each other in steps of an hour.
 */
function byHour(where: Fragment, { granularity, period, timezone }: Timeline): Fragment {
  const hourOf = (time: Fragment) => startOfHour(ch`toUnixTimestamp(${time})`, timezone)
  const first = period.from === null ? ch`` : ch`from ${startOfHour(ch`${int(secondsOf(period.from))}`, timezone)}`
  return ch`
    select ${startOfHour(ch`bucket`, timezone)} as date, sum(clicks) as clicks, sum(unique_visitors) as unique_visitors
    from (
      ${countsByBucket(where, { granularity, timezone, bucketOf: hourOf })}
      order by bucket with fill ${first} to ${int(secondsOf(endOf(period) - 1) + 1)} step ${int(quarterMs / 1_000)}
      limit ${int((mostBuckets + 1) * (hourSeconds / (quarterMs / 1_000)))}
    )
    group by date
    order by date`
}

const hourSeconds = 3_600
const secondsOf = (milliseconds: number) => Math.floor(milliseconds / 1_000)

/**
 * The start of the local hour of a time in Unix seconds. If the clocks changed by part of an hour since then, the hour starts
 * at the change: those changes happen at a full hour of the clock before them.
 */
function startOfHour(at: Fragment, timezone: string): Fragment {
  const offset = (time: Fragment) => ch`timezoneOffset(toDateTime(${time}, ${text(timezone)}))`
  const start = ch`(toInt64(${at}) - positiveModulo(toInt64(${at}) + ${offset(at)}, ${int(hourSeconds)}))`
  return ch`(${start} + abs(${offset(at)} - ${offset(start)}) % ${int(hourSeconds)})`
}
