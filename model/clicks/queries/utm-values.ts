import { z } from 'zod'
import { ch, type Fragment, int, join } from '#runtime/ch-tag.ts'
import { mostValues } from '#schemas/report-limits.ts'
import { utmFields } from '#schemas/utm-fields.ts'
import { hasAny, hashed, shownValue } from './breakdown.ts'
import { levelOf } from './breakdown-shape.ts'
import { inLevel, RolledWhere, restOf, rolledNumbers } from './rolled.ts'

/** Clicks with a value of the parameter with this number, from 1 in the order of `utmFields`. */
export const utmValuesRow = z.object({ parameter: z.int(), value: z.string(), clicks: z.int() })

/** Clicks by value of each UTM parameter, from all combinations of the parameters. */
export const utmValues = (where: Fragment) => ch`
  select parameter, names[parameter] as value, sum(number) as clicks
  from (${where instanceof RolledWhere ? withRollups(where) : combinations(where)})
  array join arrayEnumerate(names) as parameter
  where value != ''
  group by parameter, value
  having clicks > 0
  order by parameter, clicks desc, value
  limit ${int(mostValues)} by parameter`

const combinations = (where: Fragment) => ch`
  select [${join(utmFields.map(shownValue), ch`, `)}] as names, count() as number
  from clicks
  where ${where} and ${hasAny(utmFields)}
  group by ${join(utmFields.map(hashed), ch`, `)}`

const withRollups = (where: RolledWhere) => ch`
  ${combinations(restOf(where))}
  union all
  select names, ${rolledNumbers(where.rolled).clicks} as number
  from click_rollups
  where ${inLevel(where.rolled, levelOf(utmFields))}`
