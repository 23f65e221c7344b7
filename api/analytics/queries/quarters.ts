import { ch, type Fragment, instant, join } from '#runtime/ch-tag.ts'
import type { Period } from '../period.ts'

/** The days of all time zones begin at such a moment, and so do their hours. */
const quarterMs = 15 * 60_000

/** As the projection of the table has it: the server finds it by the text of the expression. */
const quarter = ch`toStartOfFifteenMinutes(clicked_at)`

/**
 * The clicks of a period by quarter of an hour, as `quarter` and `number`, for a subquery. Whole quarters are read from the
 * projection; what of the first and the last is not in the period is counted click by click and taken away. Behind the
 * present there is nothing to count, and the server sees that without reading.
 * `where` may name account_id, traffic, and whether qr_code_id is zero: the projection knows no more. One statement sees
 * the table as it is at one moment, so that both parts are of the same clicks.
 */
export function quarters(where: Fragment, { from, to }: Period): Fragment {
  const start = from === null ? null : Math.floor(from / quarterMs) * quarterMs
  const end = Math.ceil(to / quarterMs) * quarterMs
  const whole = join(
    [where, ...(start === null ? [] : [ch`${quarter} >= ${instant(start)}`]), ch`${quarter} < ${instant(end)}`],
    ch` and `,
  )
  const outside = [
    ...(from === null || start === null || from === start ? [] : [between(start, from)]),
    ...(to === end ? [] : [between(to, end)]),
  ]
  const minus = ch`
    union all
    select ${quarter} as quarter, -toInt64(count()) as number
    from clicks
    where ${where} and (${join(outside, ch` or `)})
    group by quarter`
  return ch`
    select ${quarter} as quarter, toInt64(count()) as number
    from clicks
    where ${whole}
    group by quarter
    ${outside.length === 0 ? ch`` : minus}`
}

const between = (from: number, to: number) => ch`clicked_at >= ${instant(from)} and clicked_at < ${instant(to)}`
