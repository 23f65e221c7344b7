import { ch } from '#runtime/ch-tag.ts'
import type { Period } from '../period.ts'
import { type Counted, quarters } from './quarters.ts'

/** Like clickCount, for conditions that quarters() supports: one row, even without clicks. */
export const quarterCount = (counted: Counted, period: Period) => ch`
  select sum(number) as clicks
  from (${quarters(counted, period)})`
