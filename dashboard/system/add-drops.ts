import type { DropReason } from '#schemas/clicks.ts'

const names: Record<DropReason, string> = {
  malformed: 'Malformed',
  'link-deleted': 'Link deleted before the click was stored',
  'spool-full': 'Disk full',
  'spool-torn': 'Process crashed before it responded to the visitor',
}

export const reasonName = (reason: string): string => (reason in names ? names[reason as DropReason] : reason)

/** Adds up the drops of all processes, most first. */
export function addDrops(processes: readonly { drops: Record<string, number> }[]) {
  const sums = new Map<string, number>()
  for (const { drops } of processes) {
    for (const [reason, clicks] of Object.entries(drops)) sums.set(reason, (sums.get(reason) ?? 0) + clicks)
  }
  return [...sums].map(([reason, clicks]) => ({ reason, clicks })).toSorted((one, other) => other.clicks - one.clicks)
}
