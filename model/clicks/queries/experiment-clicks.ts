import { z } from 'zod'
import { ch, type Fragment } from '#runtime/ch-tag.ts'

export const experimentClicksRow = z.object({
  test_id: z.guid(),
  clicks: z.int(),
  variants: z.int(),
  least_clicks: z.int(),
})

/** How many of these clicks each test has led somewhere, how many variants had any, and the fewest that one of those had. */
export const experimentClicks = (where: Fragment) => ch`
  select test_id, sum(of_variant) as clicks, count() as variants, min(of_variant) as least_clicks
  from (
    select test_id, variant_id, count() as of_variant
    from clicks
    where ${where}
    group by test_id, variant_id
  )
  group by test_id`
