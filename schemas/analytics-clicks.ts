import { z } from 'zod'
import { filterQuery } from './analytics.ts'
import { columnOf, type ShownColumn, shownColumns } from './click-columns.ts'
import { instant, pageQuery } from './envelope.ts'

const reported = z.string().nullable()

const shown = Object.fromEntries(
  shownColumns.map((name) => {
    const { description } = columnOf(name)
    return [name, description === undefined ? reported : reported.describe(description)]
  }),
) as Record<ShownColumn, typeof reported>

const { rule_id, imported_from, ...otherColumns } = shown

/** One click, never with an IP address. Columns that the plan does not include are null. */
export const click = z.object({
  id: z.guid(),
  clicked_at: instant,
  short_url_id: z.guid(),
  ...otherColumns,
  variant_id: z.guid().nullable().describe('A/B test variant that the visitor was sent to.'),
  rule_id,
  is_unique: z
    .boolean()
    .describe(
      'Whether this is the first click on the short URL by an anonymous visitor ID. Visitor IDs rotate. Bot clicks, such as prefetches, have their own first click.',
    ),
  is_qr_scan: z.boolean(),
  is_bot: z.boolean(),
  bot_reason: reported,
  imported_from,
})

export const clicksQuery = filterQuery.extend({
  ...pageQuery.shape,
  limit: pageQuery.shape.limit.unwrap().default(10),
})
