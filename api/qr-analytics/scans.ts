import { ch, type Fragment, join, uuid } from '#runtime/ch-tag.ts'
import { noId } from '#schemas/clicks.ts'
import type { Counts } from '../analytics/break-down.ts'

const isScan = ch`qr_code_id != ${uuid(noId)}`

/** Of the clicks that a filter finds, those that are scans: of one code where one is named. */
export const scansOf = (where: Fragment, codeId?: string): Fragment =>
  join([where, codeId === undefined ? isScan : ch`qr_code_id = ${uuid(codeId)}`], ch` and `)

/** Clicks that are scans, in the words of the reports of QR codes. */
export const asScans = <Group extends Counts>({ clicks, unique_visitors, ...group }: Group) => ({
  ...group,
  scans: clicks,
  uniqueScanners: unique_visitors,
})
