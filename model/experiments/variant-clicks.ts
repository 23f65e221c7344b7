import { z } from 'zod'
import { ch, type Fragment, instant, uuid } from '#runtime/ch-tag.ts'

export const variantClicksRow = z.object({
  variant_id: z.guid(),
  clicks: z.int(),
  unique_visitors: z.int(),
  recent_clicks: z.int(),
})
export type VariantClicks = z.infer<typeof variantClicksRow>

interface WhichClicks {
  account_id: string
  link_id: string
  test_id: string
  /** Start of recent_clicks. */
  since: Date
}

/** Clicks of humans and unknown clients by variant. Variants without clicks have no row. */
export const variantClicks = ({ account_id, link_id, test_id, since }: WhichClicks): Fragment => ch`
  select variant_id, count() as clicks, uniqCombined64(visitor_id) as unique_visitors,
    countIf(clicked_at >= ${instant(since)}) as recent_clicks
  from clicks
  where account_id = ${uuid(account_id)} and link_id = ${uuid(link_id)} and test_id = ${uuid(test_id)}
    and traffic != 'bot'
  group by variant_id`
