import { z } from 'zod'
import { timeZone } from './time-zone.ts'

/** Additional data for the list of links in the dashboard. */

const mostLinks = 100
/** Days in a sparkline, including today. */
export const sparkDays = 30

export const sparklinesQuery = z.object({
  ids: z
    .string()
    .transform((list) => list.split(','))
    .pipe(z.array(z.guid('Must be comma-separated UUIDs.')).max(mostLinks, `Must have at most ${mostLinks} ids.`)),
  timezone: timeZone.default('UTC'),
})

export const sparkline = z.object({
  id: z.guid(),
  clicks: z.array(z.int().nonnegative()).describe('Clicks per day, oldest first.'),
})
