import { ch, type Fragment } from '#runtime/ch-tag.ts'
import type { Period } from '../period.ts'
import { quarters } from './quarters.ts'

/** Like clickCount, for conditions that quarters() supports: one row, even without clicks. */
export const quarterCount = (where: Fragment, period: Period) => ch`
  select sum(number) as clicks
  from (${quarters(where, period)})`
