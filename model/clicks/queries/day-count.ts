import { ch, type Fragment, text } from '#runtime/ch-tag.ts'

/** Total number of rows of dailyExport. */
export const dayCount = (where: Fragment, timezone: string) => ch`
  select uniqExact(link_id, toDate(clicked_at, ${text(timezone)})) as clicks
  from clicks
  where ${where}`
