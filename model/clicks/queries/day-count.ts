import { ch, type Fragment, text } from '#runtime/ch-tag.ts'

/** How many rows dailyExport has in all. */
export const dayCount = (where: Fragment, timezone: string) => ch`
  select uniqExact(link_id, toDate(clicked_at, ${text(timezone)})) as clicks
  from clicks
  where ${where}`
