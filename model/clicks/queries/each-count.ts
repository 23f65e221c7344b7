import { z } from 'zod'
import { ch, type Fragment, int, join } from '#runtime/ch-tag.ts'

export const eachCountRow = z.object({ place: z.int(), clicks: z.int() })

/**
 * The numbers of several counts, each with its place in the list. A statement takes about 10 ms of processor time, whatever
 * it counts, so one is cheaper than several.
 */
export function eachCount(counts: readonly Fragment[]): Fragment {
  const each = counts.map(
    (count, place) => ch`select ${int(place)} as place, toInt64(clicks) as clicks from (${count})`,
  )
  return ch`
    select place, clicks
    from (${join(each, ch` union all `)})
    order by place`
}
