import { ch, type Fragment, instant, join, seconds, uuids } from '#runtime/ch-tag.ts'
import { endOf, type Period, quarterMs, quarterOf } from '../period.ts'

/** What stored counts can tell. */
export interface Counted {
  /** Can use account_id, traffic, and whether qr_code_id is zero: the projection has nothing else. */
  where: Fragment
  /** Links whose clicks are left out. */
  deleted_ids: readonly string[]
}

/** Written as in the projection of the table: the server matches the text of the expression. */
const quarter = ch`toStartOfFifteenMinutes(clicked_at)`

/**
 * Clicks of a period by quarter of an hour, as `quarter` and `number`, for a subquery. Quarters are read from the projection.
 * If the first or last one is only partly in the period, the clicks outside of the period are counted one by one and
 * subtracted, and so are those of deleted links inside of it. One statement sees one snapshot of the table, so all parts
 * count the same clicks.
 */
export function quarters({ where, deleted_ids }: Counted, period: Period): Fragment {
  const { from } = period
  const to = endOf(period)
  const start = from === null ? null : quarterOf(from)
  const end = quarterOf(to + quarterMs - 1)
  const whole = join(
    [where, ...(start === null ? [] : [ch`${quarter} >= ${seconds(start)}`]), ch`${quarter} < ${seconds(end)}`],
    ch` and `,
  )
  const outside = [
    ...(from === null || start === null || from === start ? [] : [between(start, from)]),
    ...(to === end ? [] : [between(to, end)]),
  ]
  const inside = [
    ch`link_id in ${uuids(deleted_ids)}`,
    ...(from === null ? [] : [ch`clicked_at >= ${instant(from)}`]),
    ch`clicked_at < ${instant(to)}`,
  ]
  return ch`
    select ${quarter} as quarter, toInt64(count()) as number
    from clicks
    where ${whole}
    group by quarter
    ${outside.length === 0 ? ch`` : minus(where, ch`(${join(outside, ch` or `)})`)}
    ${deleted_ids.length === 0 ? ch`` : minus(where, join(inside, ch` and `))}`
}

const minus = (where: Fragment, condition: Fragment) => ch`
  union all
  select ${quarter} as quarter, -toInt64(count()) as number
  from clicks
  where ${where} and ${condition}
  group by quarter`

const between = (from: number, to: number) => ch`clicked_at >= ${instant(from)} and clicked_at < ${instant(to)}`
