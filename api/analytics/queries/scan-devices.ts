import { z } from 'zod'
import { ch, type Fragment, int, text } from '#runtime/ch-tag.ts'
import { unknownName } from '#schemas/click-columns.ts'

/** Clients may call themselves anything. */
const mostNames = 500

export const scanDeviceRow = z.object({
  dimension: z.enum(['browser', 'device', 'os', 'total']),
  name: z.string(),
  scans: z.int(),
  scanners: z.int(),
})

/** Scans and scanners by each of three properties and in total, from one pass over the clicks. */
export const scanDevices = (where: Fragment) => ch`
  select dimension, if(name = '', ${text(unknownName)}, name) as name,
    sum(number) as scans, uniqCombined64Merge(visitors) as scanners
  from (
    select browser, os, device_type, count() as number, uniqCombined64State(visitor_id) as visitors
    from clicks
    where ${where}
    group by browser, os, device_type
  )
  array join
    ['browser', 'device', 'os', 'total'] as dimension,
    [toString(browser), toString(device_type), toString(os), 'total'] as name
  group by dimension, name
  order by dimension, scans desc, name
  limit ${int(mostNames)} by dimension`
