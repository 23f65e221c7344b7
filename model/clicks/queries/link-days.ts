import { z } from 'zod'
import { ch, type Fragment, instant, text } from '#runtime/ch-tag.ts'

export const linkDaysRow = z.object({ link_id: z.guid(), age: z.int(), clicks: z.int() })

/** Clicks by link and day of a time zone, without empty days. An age of 0 is today. */
export const linkDays = (where: Fragment, { now, timezone }: { now: number; timezone: string }) => ch`
  select link_id, dateDiff('day', toDate(clicked_at, ${text(timezone)}), toDate(${instant(now)}, ${text(timezone)})) as age,
    count() as clicks
  from clicks
  where ${where}
  group by link_id, age`
