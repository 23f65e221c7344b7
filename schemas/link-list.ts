import { z } from 'zod'
import { timeZone } from './time-zone.ts'

/** What the list of links in the web pages asks for beside the links themselves. */

/** Rows of one page of the list. */
const mostLinks = 100
/** Of a row's little chart, today among them. */
export const sparkDays = 30

export const sparklinesQuery = z.object({
  ids: z
    .string()
    .transform((list) => list.split(','))
    .pipe(
      z.array(z.guid('must be UUIDs with commas between them')).max(mostLinks, `must have at most ${mostLinks} ids`),
    ),
  timezone: timeZone.default('UTC'),
})

export const sparkline = z.object({
  id: z.uuid(),
  clicks: z.array(z.int().nonnegative()).describe('Of each day, the oldest first.'),
})

export const tagUse = z.object({ tag: z.string(), links: z.int().nonnegative() })
