import { z } from 'zod'
import { ch, type Fragment, int } from '#runtime/ch-tag.ts'
import { mostReferrers } from '#schemas/report-limits.ts'

export const referrerDomainRow = z.object({
  domain: z.string(),
  clicks: z.int(),
  unique_visitors: z.int(),
  /** From all domains. */
  total: z.int(),
})

/** The domains that most clicks came from. */
export const referrerDomains = (where: Fragment) => ch`
  select domain, clicks, unique_visitors, sum(clicks) over () as total
  from (
    select referrer_domain as domain, count() as clicks, uniqCombined64(visitor_id) as unique_visitors
    from clicks
    where ${where} and referrer_domain != ''
    group by domain
  )
  order by clicks desc, domain
  limit ${int(mostReferrers)}`
