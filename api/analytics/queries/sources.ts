import { z } from 'zod'
import { ch, type Fragment } from '#runtime/ch-tag.ts'

export const sourceRow = z.object({
  source: z.string(),
  clicks: z.int(),
  unique_visitors: z.int(),
  total: z.int(),
})

export type SourceCount = z.output<typeof sourceRow>

/** Clicks by where their visitors came from: Direct, Social, Referral, Email or Search. */
export const sources = (where: Fragment) => ch`
  select source, clicks, unique_visitors, sum(clicks) over () as total
  from (
    select source, count() as clicks, uniqCombined64(visitor_id) as unique_visitors
    from clicks
    where ${where}
    group by source
  )
  order by clicks desc, source`
