import { z } from 'zod'
import { ch, type Fragment, int } from '#runtime/ch-tag.ts'
import { countsByLink } from './counts-by-link.ts'

export const topLinksRow = z.object({ link_id: z.guid(), clicks: z.int(), unique_visitors: z.int() })
export type LinkClicks = z.output<typeof topLinksRow>

/** Links by clicks, most clicked first. Ties are sorted by the text of the id, as in Postgres. */
export const topLinks = (where: Fragment, limit: number) => ch`
  select link_id, number as clicks, visitors as unique_visitors
  from (${countsByLink(where, { visitors: true })})
  order by clicks desc, toString(link_id) desc
  limit ${int(limit)}`
