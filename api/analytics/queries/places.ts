import { z } from 'zod'
import { ch, type Fragment, int } from '#runtime/ch-tag.ts'
import { mostPlaces } from '#schemas/report-limits.ts'

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

/**
 * Clicks and visitors by country, region and city and in total. A region is one of its country, a city one of its region.
 * The clicks are gone through once, for the cities, of which the rest is put together: with the grouping sets over the clicks
 * it took twice the processor time. Names are found by their hashes, since several dictionary columns as a key are copied for
 * each row.
 */
export const places = (where: Fragment) => ch`
  select
    multiIf(grouping(country_code) = 1, 'total', grouping(region) = 1, 'country', grouping(city) = 1, 'region', 'city')
      as level,
    any(country_name) as country, country_code, region, city,
    sum(number) as clicks, uniqCombined64Merge(visitors) as unique_visitors
  from (
    select any(clicks.country) as country_name, any(clicks.country_code) as country_code, any(clicks.region) as region,
      any(clicks.city) as city, count() as number, uniqCombined64State(visitor_id) as visitors
    from clicks
    where ${where}
    group by cityHash64(clicks.country_code), cityHash64(clicks.region), cityHash64(clicks.city)
  )
  group by grouping sets ((country_code), (country_code, region), (country_code, region, city), ())
  order by level, clicks desc, country_code, region, city
  limit ${int(mostPlaces)} by level`
