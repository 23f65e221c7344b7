import { z } from 'zod'
import { ch, type Fragment } from '#runtime/ch-tag.ts'

export const testClicksRow = z.object({ test_id: z.guid(), clicks: z.int() })

/** How many of these clicks each test has led somewhere. */
export const testClicks = (where: Fragment) => ch`
  select test_id, count() as clicks
  from clicks
  where ${where}
  group by test_id`
