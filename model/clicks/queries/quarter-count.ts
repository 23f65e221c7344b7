import { ch, type Fragment } from '#runtime/ch-tag.ts'
import type { Period } from '../period.ts'
import { quarters } from './quarters.ts'

/** One row, also of no clicks: what clickCount answers, of conditions that quarters() understands. */
export const quarterCount = (where: Fragment, period: Period) => ch`
  select sum(number) as clicks
  from (${quarters(where, period)})`
