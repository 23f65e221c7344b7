import { z } from 'zod'
import { ch, type Fragment, int, text } from '#runtime/ch-tag.ts'
import { unknownName } from '#schemas/click-columns.ts'

/** Browsers, and systems, with the most clicks: clients may call themselves anything. */
const mostNames = 500

export const deviceRow = z.object({
  dimension: z.enum(['browser', 'os', 'device_type', 'total']),
  name: z.string(),
  clicks: z.int(),
  combinations: z.int(),
})

/** Clicks by each of three properties and in total, from one pass over the clicks. */
export const devices = (where: Fragment) => ch`
  select dimension, if(name = '', ${text(unknownName)}, name) as name, sum(number) as clicks, count() as combinations
  from (
    select browser, os, device_type, count() as number
    from clicks
    where ${where}
    group by browser, os, device_type
  )
  array join
    ['browser', 'os', 'device_type', 'total'] as dimension,
    [toString(browser), toString(os), toString(device_type), 'total'] as name
  group by dimension, name
  order by dimension, clicks desc, name
  limit ${int(mostNames)} by dimension`
