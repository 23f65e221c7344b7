import { z } from 'zod'
import { ch, type Fragment } from '#runtime/ch-tag.ts'

export const summaryRow = z.object({
  clicks: z.int(),
  unique_visitors: z.int(),
  scans: z.int(),
  /** null without clicks. */
  last: z
    .int()
    .nullable()
    .transform((milliseconds) => (milliseconds === null ? null : new Date(milliseconds))),
})

/** One row, even without clicks. */
export const summary = (where: Fragment) => ch`
  select count() as clicks, uniqCombined64(visitor_id) as unique_visitors,
    countIf(qr_code_id != toUUID('00000000-0000-0000-0000-000000000000')) as scans,
    toUnixTimestamp64Milli(maxOrNull(clicked_at)) as last
  from clicks
  where ${where}`
