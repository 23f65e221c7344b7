import { z } from 'zod'
import { ch, text } from '#runtime/ch-tag.ts'
import type { Period } from '../period.ts'
import { type Counted, quarters } from './quarters.ts'

export const countTimelineRow = z.object({
  date: z.int().transform((seconds) => new Date(seconds * 1_000)),
  clicks: z.int(),
})

/** Days of a time zone with clicks, without visitors, for conditions that quarters() supports. */
export const countTimeline = (counted: Counted, period: Period, timezone: string) => ch`
  select toUnixTimestamp(toDateTime(day, ${text(timezone)})) as date, clicks
  from (
    select toDate(quarter, ${text(timezone)}) as day, sum(number) as clicks
    from (${quarters(counted, period)})
    group by day
    having clicks > 0
  )
  order by date`
