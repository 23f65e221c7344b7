import { z } from 'zod'
import { ch, type Fragment, text } from '#runtime/ch-tag.ts'

export const peakHourRow = z.object({ hour: z.int() })

/** The hour of the day with the most clicks. No row without clicks. */
export const peakHour = (where: Fragment, timezone: string) => ch`
  select toHour(clicked_at, ${text(timezone)}) as hour
  from clicks
  where ${where}
  group by hour
  order by count() desc, hour
  limit 1`
