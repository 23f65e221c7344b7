import type { Counts } from './break-down.ts'

/** Clicks that are scans, in the words of the reports of QR codes. */
export const asScans = <Group extends Counts>({ clicks, unique_visitors, ...group }: Group) => ({
  ...group,
  scans: clicks,
  uniqueScanners: unique_visitors,
})
