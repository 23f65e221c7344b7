import { z } from 'zod'
import { ch, type Fragment, int, text, uuid } from '#runtime/ch-tag.ts'

export const dayRow = z.object({
  date: z.iso.date(),
  short_url_id: z.guid(),
  clicks: z.int(),
  unique_visitors: z.int(),
})
export type LinkDay = z.output<typeof dayRow>

interface Page {
  timezone: string
  last: LinkDay | undefined
  limit: number
}

/** A page of clicks by link and day of a time zone, without empty days. */
export const dailyExport = (where: Fragment, { timezone, last, limit }: Page) => ch`
  select toDate(clicked_at, ${text(timezone)}) as date, link_id as short_url_id,
    count() as clicks, uniqCombined64(visitor_id) as unique_visitors
  from clicks
  where ${where} ${last === undefined ? ch`` : isAfter(last, timezone)}
  group by link_id, date
  order by link_id, date
  limit ${int(limit)}`

const isAfter = ({ short_url_id, date }: LinkDay, timezone: string) => ch`
  and link_id >= ${uuid(short_url_id)}
  and (link_id, toDate(clicked_at, ${text(timezone)})) > (${uuid(short_url_id)}, toDate(${text(date)}))`
