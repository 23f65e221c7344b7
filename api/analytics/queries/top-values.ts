import { z } from 'zod'
import { ch, type Fragment } from '#runtime/ch-tag.ts'

export const topValueRow = z.object({ dimension: z.enum(['country', 'device', 'referrer']), name: z.string() })

/** The country, the device type and the referring domain with the most clicks, where any click tells, in one pass. */
export const topValues = (where: Fragment) => ch`
  select dimension, name
  from (
    select country, device_type, referrer_domain, count() as number
    from clicks
    where ${where}
    group by country, device_type, referrer_domain
  )
  array join
    ['country', 'device', 'referrer'] as dimension,
    [toString(country), toString(device_type), toString(referrer_domain)] as name
  where name != ''
  group by dimension, name
  order by dimension, sum(number) desc, name
  limit 1 by dimension`
