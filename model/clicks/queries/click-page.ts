import { ch, type Fragment, instant, int, uuid } from '#runtime/ch-tag.ts'
import type { Page } from '../../rows.ts'
import { clickDetails } from './click-columns.ts'

/** The position of a click in time order. */
export interface ClickPosition {
  at: number
  id: string
}

interface PageBefore extends Page {
  cursor: ClickPosition | undefined
}

/** Individual clicks, latest first. */
export const clickPage = (where: Fragment, { cursor, limit, offset }: PageBefore) => ch`
  select ${clickDetails}
  from clicks
  where ${where} ${cursor === undefined ? ch`` : isBefore(cursor)}
  order by clicked_at desc, click_id desc
  limit ${int(limit)}
  offset ${int(offset)}`

/** The first condition is a coarser form of the second, for the primary key. */
const isBefore = ({ at, id }: ClickPosition) => ch`
  and clicked_at <= ${instant(at)} and (clicked_at, click_id) < (${instant(at)}, ${uuid(id)})`
