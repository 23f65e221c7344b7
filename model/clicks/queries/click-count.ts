import { z } from 'zod'
import { ch, type Fragment } from '#runtime/ch-tag.ts'

export const clickCountRow = z.object({ clicks: z.int() })

/** One row, even without clicks. */
export const clickCount = (where: Fragment) => ch`
  select count() as clicks
  from clicks
  where ${where}`
