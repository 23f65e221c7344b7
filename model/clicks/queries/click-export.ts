import { ch, type Fragment, instant, int, uuid } from '#runtime/ch-tag.ts'
import { type ClickDetails, clickDetails } from './click-columns.ts'

/** A page of all clicks in the order in which they are stored, so that no page reads what was before it. */
export const clickExport = (where: Fragment, last: ClickDetails | undefined, limit: number) => ch`
  select ${clickDetails}
  from clicks
  where ${where} ${last === undefined ? ch`` : isAfter(last)}
  order by link_id, clicked_at, click_id
  limit ${int(limit)}`

/** Its first condition is what the other says less exactly: that one the primary key understands. */
const isAfter = ({ short_url_id, at, id }: ClickDetails) => ch`
  and link_id >= ${uuid(short_url_id)}
  and (link_id, clicked_at, click_id) > (${uuid(short_url_id)}, ${instant(at)}, ${uuid(id)})`
