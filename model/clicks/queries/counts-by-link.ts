import { ch, type Fragment } from '#runtime/ch-tag.ts'
import { ofLinks, RolledWhere, restOf, rolledNumbers } from './rolled.ts'

/** Clicks by link, as `link_id`, `number` and, if requested, `visitors`, for a subquery. */
export function countsByLink(where: Fragment, { visitors }: { visitors: boolean }): Fragment {
  if (!(where instanceof RolledWhere)) return ofClicks(where, visitors)
  const { rolled } = where
  const numbers = rolledNumbers(rolled)
  return ch`
    select link_id, sum(amount) as number ${visitors ? ch`, sum(people) as visitors` : ch``}
    from (
      select link_id, number as amount ${visitors ? ch`, visitors as people` : ch``}
      from (${ofClicks(restOf(where), visitors)})
      union all
      select link_id, ${numbers.clicks} as amount ${visitors ? ch`, ${numbers.visitors} as people` : ch``}
      from click_rollups
      where ${ofLinks(rolled)}
    )
    group by link_id
    having number > 0`
}

const ofClicks = (where: Fragment, visitors: boolean) => ch`
  select link_id, count() as number ${visitors ? ch`, uniqCombined64(visitor_id) as visitors` : ch``}
  from clicks
  where ${where}
  group by link_id`
