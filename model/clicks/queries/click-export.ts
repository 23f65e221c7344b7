import { ch, type Fragment, instant, int, uuid } from '#runtime/ch-tag.ts'
import { type ClickDetails, clickDetails } from './click-columns.ts'

/** A page of all clicks in stored order, so that no page reads earlier clicks again. */
export const clickExport = (where: Fragment, last: ClickDetails | undefined, limit: number) => ch`
  select ${clickDetails}
  from clicks
  where ${where} ${last === undefined ? ch`` : isAfter(last)}
  order by link_id, clicked_at, click_id
  limit ${int(limit)}`

/** The first condition is a coarser form of the second, for the primary key. */
const isAfter = ({ short_url_id, at, id }: ClickDetails) => ch`
  and link_id >= ${uuid(short_url_id)}
  and (link_id, clicked_at, click_id) > (${uuid(short_url_id)}, ${instant(at)}, ${uuid(id)})`
