import { z } from 'zod'
import { ch, type Fragment } from '#runtime/ch-tag.ts'

export const topValueRow = z.object({ dimension: z.enum(['country', 'device', 'referrer']), name: z.string() })

/** The country, the device type and the referring domain with the most clicks, where any click tells, in one pass. */
export const topValues = (where: Fragment) => ch`
  select
    multiIf(grouping(country) = 0, 'country', grouping(device_type) = 0, 'device', 'referrer') as dimension,
    multiIf(dimension = 'country', toString(country), dimension = 'device', toString(device_type), toString(referrer_domain))
      as name
  from clicks
  where ${where}
  group by grouping sets ((country), (device_type), (referrer_domain))
  having name != ''
  order by dimension, count() desc, name
  limit 1 by dimension`
