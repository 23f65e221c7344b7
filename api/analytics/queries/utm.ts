import { z } from 'zod'
import { ch, type Fragment, int } from '#runtime/ch-tag.ts'
import { isTagged } from './is-tagged.ts'

/** Combinations with the most clicks. */
const mostCombinations = 1_000

const value = z.string().transform((given) => (given === '' ? null : given))

export const utmRow = z.object({
  utm_source: value,
  utm_medium: value,
  utm_campaign: value,
  utm_term: value,
  utm_content: value,
  clicks: z.int(),
  unique_visitors: z.int(),
  combinations: z.int(),
})

/** Clicks by combination of UTM parameters, without clicks that have none. */
export const utm = (where: Fragment) => ch`
  select *, count() over () as combinations
  from (
    select utm_source, utm_medium, utm_campaign, utm_term, utm_content,
      count() as clicks, uniqCombined64(visitor_id) as unique_visitors
    from clicks
    where ${where} and ${isTagged}
    group by utm_source, utm_medium, utm_campaign, utm_term, utm_content
  )
  order by clicks desc, utm_source, utm_medium, utm_campaign, utm_term, utm_content
  limit ${int(mostCombinations)}`
