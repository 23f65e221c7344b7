import { z } from 'zod'
import { ch, type Fragment, int } from '#runtime/ch-tag.ts'

export const recentLinksRow = z.object({
  link_id: z.guid(),
  last_clicked_at: z.int().transform((milliseconds) => new Date(milliseconds)),
})

/** Links by their last click, latest first. */
export const recentLinks = (where: Fragment, limit: number) => ch`
  select link_id, toUnixTimestamp64Milli(max(clicked_at)) as last_clicked_at
  from clicks
  where ${where}
  group by link_id
  order by last_clicked_at desc, link_id
  limit ${int(limit)}`
