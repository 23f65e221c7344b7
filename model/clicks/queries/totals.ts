import { z } from 'zod'
import { ch, type Fragment } from '#runtime/ch-tag.ts'

export const totalsRow = z.object({ total_clicks: z.int(), unique_visitors: z.int() })

/** One row, even without clicks. */
export const totals = (where: Fragment) => ch`
  select count() as total_clicks, uniqCombined64(visitor_id) as unique_visitors
  from clicks
  where ${where}`
