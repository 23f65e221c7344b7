import type { Changes, ScheduledChange } from '#schemas/schedules.ts'

/** Columns that scheduled changes read or write. */
type Scheduled = Omit<Required<Changes>, 'url'> & {
  url: string
  schedules: ScheduledChange[]
  trashed_at: Date | null
  /** A new destination ends the redirect to the winner of a completed test. */
  winner_variant_id: string | null
}

/** The next scheduled change if it is due. In the trash, none is due: the changes wait until the link is restored. */
export function nextDue({ schedules, trashed_at }: Pick<Scheduled, 'schedules' | 'trashed_at'>, now: number) {
  const [next] = schedules
  return next !== undefined && trashed_at === null && Date.parse(next.at) <= now ? next : undefined
}

/** The link as it is at this time, in Unix milliseconds, even if due changes are not written to its row. */
export function linkAt<Link extends Scheduled>(link: Link, now: number): Link {
  let current = link
  while (nextDue(current, now) !== undefined) current = afterNext(current)
  return current
}

/** The link after its next scheduled change. */
export function afterNext<Link extends Scheduled>(link: Link): Link {
  const [next, ...schedules] = link.schedules
  const isMoved = next?.changes.url !== undefined && next.changes.url !== link.url
  return { ...link, ...next?.changes, schedules, ...(isMoved && { winner_variant_id: null }) }
}
