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

/** A click as it is shown one by one, never with an address. What a plan does not include is null. */
export const click = z.object({
  id: z.guid(),
  clicked_at: instant,
  short_url_id: z.guid(),
  ...shown,
  variant_id: z.guid().nullable(),
  rule_id: z.guid().nullable(),
  is_unique: z.boolean().describe("The visitor's first on that short URL, of those whose visitor ids are made alike."),
  is_qr_scan: z.boolean(),
  is_bot: z.boolean(),
  bot_reason: reported,
})

export const clicksQuery = filterQuery.extend({
  ...pageQuery.shape,
  limit: pageQuery.shape.limit.unwrap().default(10),
})
