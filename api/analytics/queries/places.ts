import { z } from 'zod'
import { ch, type Fragment, int } from '#runtime/ch-tag.ts'

/** Of each level those with the most clicks. */
const mostPlaces = 1_000

const name = z.string().transform((given) => (given === '' ? null : given))

export const placeRow = z.object({
  level: z.enum(['total', 'country', 'region', 'city']),
  country: name,
  country_code: name,
  region: name,
  city: name,
  clicks: z.int(),
  unique_visitors: z.int(),
})

/** Clicks and visitors by country, region and city and in total. A region is one of its country, a city one of its region. */
export const places = (where: Fragment) => ch`
  select
    multiIf(grouping(country_code) = 1, 'total', grouping(region) = 1, 'country', grouping(city) = 1, 'region', 'city')
      as level,
    any(clicks.country) as country, country_code, region, city,
    count() as clicks, uniqCombined64(visitor_id) as unique_visitors
  from clicks
  where ${where}
  group by grouping sets ((country_code), (country_code, region), (country_code, region, city), ())
  order by level, clicks desc, country_code, region, city
  limit ${int(mostPlaces)} by level`
