import { z } from 'zod'
import { ch, type Fragment } from '#runtime/ch-tag.ts'
import { totalLevel } from './breakdown-shape.ts'
import { inLevel, RolledWhere, restOf, rolledNumbers } from './rolled.ts'

export const summaryRow = z.object({
  clicks: z.int(),
  unique_visitors: z.int(),
  scans: z.int(),
  /** null without clicks. */
  last: z
    .int()
    .nullable()
    .transform((milliseconds) => (milliseconds === null ? null : new Date(milliseconds))),
})

/** One row, even without clicks. */
export const summary = (where: Fragment) => (where instanceof RolledWhere ? withRollups(where) : ofClicks(where))

const ofClicks = (where: Fragment) => ch`
  select count() as clicks, uniqCombined64(visitor_id) as unique_visitors,
    countIf(qr_code_id != toUUID('00000000-0000-0000-0000-000000000000')) as scans,
    toUnixTimestamp64Milli(maxOrNull(clicked_at)) as last
  from clicks
  where ${where}`

function withRollups(where: RolledWhere): Fragment {
  const { rolled } = where
  const numbers = rolledNumbers(rolled)
  return ch`
    select sum(number) as clicks, sum(people) as unique_visitors, sum(codes) as scans, max(latest) as last
    from (
      select clicks as number, unique_visitors as people, scans as codes, last as latest
      from (${ofClicks(restOf(where))})
      union all
      select ${numbers.clicks} as number, ${numbers.visitors} as people,
        ${rolled.trigger === 'link' ? ch`0` : ch`scans`} as codes,
        if(number = 0, null, toUnixTimestamp64Milli(${numbers.last})) as latest
      from click_rollups
      where ${inLevel(rolled, totalLevel)}
    )`
}
