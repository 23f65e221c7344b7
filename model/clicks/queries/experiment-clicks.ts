import { z } from 'zod'
import { ch, type Fragment } from '#runtime/ch-tag.ts'

export const experimentClicksRow = z.object({
  test_id: z.guid(),
  clicks: z.int(),
  variants: z.int(),
  least_clicks: z.int(),
})

/** Clicks by test, the number of variants with clicks, and the fewest clicks of such a variant. */
export const experimentClicks = (where: Fragment) => ch`
  select test_id, sum(of_variant) as clicks, count() as variants, min(of_variant) as least_clicks
  from (
    select test_id, variant_id, count() as of_variant
    from clicks
    where ${where}
    group by test_id, variant_id
  )
  group by test_id`
