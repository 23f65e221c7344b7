import { z } from 'zod'
import { ch, type Fragment } from '#runtime/ch-tag.ts'

export const clickCountRow = z.object({ clicks: z.int() })

/** One row, also of no clicks. */
export const clickCount = (where: Fragment) => ch`
  select count() as clicks
  from clicks
  where ${where}`
