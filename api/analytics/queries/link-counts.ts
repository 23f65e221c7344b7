import { z } from 'zod'
import { ch, type Fragment, int } from '#runtime/ch-tag.ts'

export const linkCountsRow = z.object({ link_id: z.guid(), clicks: z.int() })
export type LinkCount = z.output<typeof linkCountsRow>

/** The clicks of each link that has any, in no order. */
export const linkCounts = (where: Fragment, limit: number) => ch`
  select link_id, count() as clicks
  from clicks
  where ${where}
  group by link_id
  limit ${int(limit)}`
