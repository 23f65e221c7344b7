import type { DropReason } from '#schemas/clicks.ts'

const names: Record<DropReason, string> = {
  malformed: 'Not readable',
  'link-deleted': 'Their link was deleted meanwhile',
  'spool-full': 'Lost: the disk was full',
  'spool-torn': 'Cut off by the death of a process, before their visit was answered',
}

export const reasonName = (reason: string): string => (reason in names ? names[reason as DropReason] : reason)

interface Dropped {
  reason: string
  clicks: number
}

/** Of all processes together, the most first. */
export function addDrops(processes: readonly { drops: Record<string, number> }[]): Dropped[] {
  const sums = new Map<string, number>()
  for (const { drops } of processes) {
    for (const [reason, clicks] of Object.entries(drops)) sums.set(reason, (sums.get(reason) ?? 0) + clicks)
  }
  return [...sums].map(([reason, clicks]) => ({ reason, clicks })).toSorted((one, other) => other.clicks - one.clicks)
}
