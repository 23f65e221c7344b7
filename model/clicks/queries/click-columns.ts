import { z } from 'zod'
import { ch, columns } from '#runtime/ch-tag.ts'
import { type ShownColumn, shownColumns } from '#schemas/click-columns.ts'
import { noId } from '#schemas/clicks.ts'

const text = z.string().transform((value) => (value === '' ? null : value))
const id = z.guid().transform((value) => (value === noId ? null : value))

/** A click with its displayed columns. No alias is the name of a table column, because filters refer to those. */
export const clickRow = z.object({
  id: z.guid(),
  at: z.int(),
  short_url_id: z.guid(),
  qr_code: id,
  variant: id,
  visitor: z.string(),
  traffic: z.enum(['human', 'unknown', 'bot']),
  bot_reason: text,
  ...(Object.fromEntries(shownColumns.map((name) => [name, text])) as Record<ShownColumn, typeof text>),
})
export type ClickDetails = z.output<typeof clickRow>

export const clickDetails = ch`
  click_id as id, toUnixTimestamp64Milli(clicked_at) as at, link_id as short_url_id, qr_code_id as qr_code,
  variant_id as variant, toString(visitor_id) as visitor, traffic, bot_reason, ${columns(shownColumns)}`
