import { ch, dates, Fragment, instant, join, text, uuid, uuids } from '#runtime/ch-tag.ts'
import type { FilterQuery } from '#schemas/analytics.ts'
import { noId } from '#schemas/clicks.ts'
import { endOf, type Period } from '../period.ts'
import type { RollupLevel } from './breakdown-shape.ts'

/** A day that reports can read from rollups, or as many days as are built as one. */
export interface RolledDay extends FinishedDay {
  build: string
}

export interface FinishedDay {
  /** The first day, as 2026-01-31 (UTC). */
  day: string
  days: number
}

/** The part of a report that is read from rollups. */
export interface Rolled {
  account_id: string
  trigger: FilterQuery['trigger']
  /** In order, and completely in the period. */
  days: readonly RolledDay[]
  period: Period
  /** Only these links. */
  links: readonly string[] | null
}

/**
 * A where clause of clicks whose finished days are in rollups. A statement that adds a condition to it gets an ordinary
 * clause, which reads all clicks.
 */
export class RolledWhere extends Fragment {
  readonly rolled: Rolled

  constructor({ texts, slots }: Fragment, rolled: Rolled) {
    super(texts, slots)
    this.rolled = rolled
  }

  /** Reads only these days from rollups. */
  only(isKept: (day: RolledDay) => boolean): Fragment {
    const days = this.rolled.days.filter(isKept)
    return days.length === 0 ? new Fragment(this.texts, this.slots) : new RolledWhere(this, { ...this.rolled, days })
  }
}

const dayMs = 86_400_000
export const startOf = ({ day }: FinishedDay): number => Date.parse(day)
export const endOfDay = (day: FinishedDay): number => startOf(day) + day.days * dayMs

/** The clause for the clicks that are not in rollups. */
export function restOf(where: RolledWhere): Fragment {
  const ranges = gapsOf(where.rolled).map(({ from, to }) => {
    const end = ch`clicks.clicked_at < ${instant(to)}`
    return from === null ? end : ch`(clicks.clicked_at >= ${instant(from)} and ${end})`
  })
  const isInRest = ranges.length === 0 ? ch`false` : ch`(${join(ranges, ch` or `)})`
  return ch`${where} and ${isInRest}`
}

/** Parts of the period without days of rollups. `from: null`: since the first click. */
function gapsOf({ days, period }: Rolled): { from: number | null; to: number }[] {
  const gaps: { from: number | null; to: number }[] = []
  let { from } = period
  for (const day of days) {
    if (from !== startOf(day)) gaps.push({ from, to: startOf(day) })
    from = endOfDay(day)
  }
  const to = endOf(period)
  return from === to ? gaps : [...gaps, { from, to }]
}

const triggers = {
  all: { clicks: ch`clicks`, visitors: ch`visitors`, last: ch`greatest(last_scan, last_link_click)` },
  qr: { clicks: ch`scans`, visitors: ch`scanners`, last: ch`last_scan` },
  link: { clicks: ch`toUInt64(clicks - scans)`, visitors: ch`link_visitors`, last: ch`last_link_click` },
} as const satisfies Record<Rolled['trigger'], Record<string, Fragment>>

/** The columns of the requested clicks. */
export const rolledNumbers = ({ trigger }: Rolled) => triggers[trigger]

/** The rows of a level for all links together. */
export const inLevel = (rolled: Rolled, { key }: RollupLevel): Fragment =>
  ch`${isPublished(rolled)} and level = ${text(key)} and link_id = ${uuid(noId)}`

/** The totals of the links. */
export const ofLinks = (rolled: Rolled): Fragment => ch`
  ${isPublished(rolled)} and level = '' and link_id != ${uuid(noId)}
  ${rolled.links === null ? ch`` : ch`and link_id in (select arrayJoin(${uuids(rolled.links)}))`}`

/** The first condition is a coarser form of the second, for partitions. */
export function isPublished({ account_id, days }: Rolled): Fragment {
  const starts = days.map(({ day }) => day)
  const builds = days.map(({ build }) => build)
  return ch`
    account_id = ${uuid(account_id)}
    and day between ${dates(starts)}[1] and ${dates(starts)}[-1]
    and (day, build) in (select arrayJoin(arrayZip(${dates(starts)}, ${uuids(builds)})))`
}
