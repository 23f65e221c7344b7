import { z } from 'zod'
import { ch, type Fragment, int, text } from '#runtime/ch-tag.ts'
import { unknownName } from '#schemas/breakdowns.ts'

/** Clients may call themselves anything. */
const mostNames = 500

export const scanDeviceRow = z.object({
  dimension: z.enum(['browser', 'device', 'os', 'total']),
  name: z.string(),
  scans: z.int(),
  scanners: z.int(),
})

/** Scans and scanners by each of three properties and in total. */
export const scanDevices = (where: Fragment) => ch`
  select dimension, if(name = '', ${text(unknownName)}, name) as name,
    count() as scans, uniqCombined64(visitor_id) as scanners
  from clicks
  array join
    ['browser', 'device', 'os', 'total'] as dimension,
    [toString(browser), toString(device_type), toString(os), 'total'] as name
  where ${where}
  group by dimension, name
  order by dimension, scans desc, name
  limit ${int(mostNames)} by dimension`
