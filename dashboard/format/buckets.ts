import { type Back, bucketEnd, dayBack } from './calendar.ts'
import { bucketNames, countDays, daysName, hour, shiftDay, shortDayName, writeDay } from './days.ts'
import type { Buckets } from './periods.ts'

/** Buckets that have begun. Of periods of whole days, the API also returns the hours and days to come, which are empty. */
export const begunBuckets = <Bucket extends { date: string | Date }>(
  timeline: Bucket[],
  { days }: Buckets,
  now: Date,
): Bucket[] =>
  days === undefined ? timeline : timeline.filter(({ date }) => new Date(date).getTime() <= now.getTime())

/** The name of a bucket in a tooltip or table. A week or month that is only partly in the period is named by its days. */
export function bucketName(at: Date, buckets: Buckets): string {
  const { granularity } = buckets
  const [first, last] = daysOfBucket(at, buckets)
  const isWhole = first === writeDay(at) && last === bucketEnd(first, granularity)
  // Outdated buckets of another period, which are dimmed, have no days in this one.
  return isWhole || first > last ? bucketNames[granularity].long(at) : daysName(first, last)
}

/** Its name below a chart. A week that is only partly in the period begins with its first day there. */
export const shortBucketName = (at: Date, buckets: Buckets): string =>
  buckets.granularity === 'week'
    ? shortDayName(daysOfBucket(at, buckets)[0])
    : bucketNames[buckets.granularity].short(at)

/** The first and last day of a bucket that are in the period. */
export function daysOfBucket(at: Date, { granularity, days }: Buckets): [string, string] {
  const first = writeDay(at)
  const last = bucketEnd(first, granularity)
  if (days === undefined) return [first, last]
  const { startDate, endDate } = days
  return [first < startDate ? startDate : first, last > endDate ? endDate : last]
}

/** A comparison period, by hour if the period is, and by day otherwise. */
interface Earlier {
  points: readonly { at: Date; value: number }[]
  back: Back
}

/** The comparison of a bucket. */
export interface EarlierValue {
  /** null if the comparison period has no part of it. */
  value: number | null
  /** Both are of the same length. */
  isComparable: boolean
}

/**
 * The comparison of each bucket: the hour that the clock showed, or the days that correspond to its own days. Days have 23 or 25
 * hours when clocks change: an hour that is missing has no value, and of an hour that comes twice, the first one counts.
 */
export function matchBuckets(times: readonly Date[], buckets: Buckets, { points, back }: Earlier): EarlierValue[] {
  const hourOf = (at: Date) => (buckets.granularity === 'hour' ? hour(at).slice(0, 'hh'.length) : '')
  const values = new Map(points.toReversed().map(({ at, value }) => [`${writeDay(at)} ${hourOf(at)}`, value]))
  return times.map((at) => {
    const days = listDays(...daysOfBucket(at, buckets))
    return add(
      days.flatMap((day) => values.get(`${dayBack(day, back)} ${hourOf(at)}`) ?? []),
      days.length,
    )
  })
}

const listDays = (first: string, last: string): string[] =>
  Array.from({ length: countDays(first, last) }, (_, index) => shiftDay(first, index))

const add = (found: readonly number[], length: number): EarlierValue => ({
  value: found.length === 0 ? null : found.reduce((sum, value) => sum + value, 0),
  isComparable: found.length === length,
})
