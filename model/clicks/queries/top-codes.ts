import { z } from 'zod'
import { ch, type Fragment, instant, int } from '#runtime/ch-tag.ts'
import { endOf, type Period } from '../period.ts'

export const topCodesRow = z.object({
  id: z.guid(),
  scans: z.int(),
  recent: z.int(),
  scanners: z.int(),
  last: z.int().transform((milliseconds) => new Date(milliseconds)),
})
export type CodeScans = z.output<typeof topCodesRow>

/** QR codes by scans. `where` covers all time, `recent` selects the recent part. */
export function topCodes(where: Fragment, recent: Period, limit: number): Fragment {
  const from = recent.from === null ? ch`` : ch`clicked_at >= ${instant(recent.from)} and`
  const isRecent = ch`${from} clicked_at < ${instant(endOf(recent))}`
  return ch`
    select qr_code_id as id, count() as scans, countIf(${isRecent}) as recent,
      uniqCombined64If(visitor_id, ${isRecent}) as scanners, toUnixTimestamp64Milli(max(clicked_at)) as last
    from clicks
    where ${where}
    group by qr_code_id
    order by scans desc, id
    limit ${int(limit)}`
}
