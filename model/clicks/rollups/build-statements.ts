import { ch, column, dates, type Fragment, instant, int, join, text, uuid, uuids } from '#runtime/ch-tag.ts'
import { noId } from '#schemas/clicks.ts'
import { hasAny, hashed, shownValue } from '../queries/breakdown.ts'
import type { RollupLevel } from '../queries/breakdown-shape.ts'
import { endOfDay, type FinishedDay, startOf } from '../queries/rolled.ts'
import { rollupLevels } from '../queries/shapes.ts'

/** Days of one account that are built together, all as long as the first. */
export interface Building {
  account_id: string
  build: string
  days: readonly FinishedDay[]
  /** Deleted links whose clicks may still be stored. */
  deleted_ids: readonly string[]
}

/** The statements that write all rows of these days. */
export const buildStatements = (building: Building): Fragment[] => [
  ...rollupLevels.map((level) => levelRows(building, level)),
  linkRows(building),
  spanRows(building),
]

const isLink = ch`(qr_code_id = ${uuid(noId)})`

/** Visitors cost the most, and scans are rare: the state of no values costs nothing. */
const numbers = ch`
  count() as clicks, countIf(not ${isLink}) as scans, uniqCombined64(visitor_id) as visitors,
  uniqCombined64If(visitor_id, not ${isLink}) as scanners, uniqCombined64If(visitor_id, ${isLink}) as link_visitors`

const lasts = ch`maxIf(clicked_at, not ${isLink}) as last_scan, maxIf(clicked_at, ${isLink}) as last_link_click`

function clicksOf({ account_id, days, deleted_ids }: Building): Fragment {
  const ranges = rangesOf(days).map(
    ({ from, to }) => ch`(clicked_at >= ${instant(from)} and clicked_at < ${instant(to)})`,
  )
  return ch`
    from clicks
    where account_id = ${uuid(account_id)} and traffic != 'bot' and (${join(ranges, ch` or `)})
    ${deleted_ids.length === 0 ? ch`` : ch`and link_id not in ${uuids(deleted_ids)}`}`
}

/** One range for days without a gap. */
function rangesOf(days: readonly FinishedDay[]): { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = []
  for (const day of days) {
    const last = ranges.at(-1)
    if (last?.to === startOf(day)) last.to = endOfDay(day)
    else ranges.push({ from: startOf(day), to: endOfDay(day) })
  }
  return ranges
}

/** The first of the days that are built as one with a date. */
function firstDay({ days }: Building, date: Fragment): Fragment {
  const [first] = days
  if (first === undefined) throw new Error('no day to build')
  const [start, length] = [int(startOf(first) / 86_400_000), int(first.days)]
  return ch`toDate(${start} + intDiv(toInt64(${date}) - ${start}, ${length}) * ${length})`
}

const clickDate = ch`toDate(clicked_at)`

const columnsOfLevels = ch`
  account_id, level, link_id, day, build, names,
  clicks, scans, visitors, scanners, link_visitors, last_scan, last_link_click`

function levelRows(building: Building, { key, by, carry, present }: RollupLevel): Fragment {
  const stored = [...by, ...(carry === undefined ? [] : [carry])]
  const comma = ch`, `
  const keys = by.map((name) => ch`, ${hashed(name)}`)
  return ch`
    insert into click_rollups (${columnsOfLevels})
    select ${uuid(building.account_id)}, ${text(key)}, ${uuid(noId)}, ${firstDay(building, clickDate)} as first_day,
      ${uuid(building.build)}, ${stored.length === 0 ? ch`[]` : ch`[${join(stored.map(shownValue), comma)}]`} as names,
      ${numbers}, ${lasts}
    ${clicksOf(building)} ${present.length === 0 ? ch`` : ch`and ${hasAny(present)}`}
    group by first_day ${join(keys, ch``)}`
}

const linkRows = (building: Building) => ch`
  insert into click_rollups (${columnsOfLevels})
  select ${uuid(building.account_id)}, '', ${column('link_id')}, ${firstDay(building, clickDate)} as first_day,
    ${uuid(building.build)}, [] as names, ${numbers}, ${lasts}
  ${clicksOf(building)}
  group by first_day, ${column('link_id')}`

/**
 * States of visitors by quarter of an hour, added up from the start of each UTC day, from its end, and over each hour. Quarters
 * without clicks have a row too, because a span starts and ends at each of them.
 */
function spanRows(building: Building): Fragment {
  const starts = building.days.flatMap((day) =>
    Array.from({ length: day.days }, (_, index) =>
      new Date(startOf(day) + index * 86_400_000).toISOString().slice(0, 10),
    ),
  )
  const none = ch`arrayReduce('uniqCombined64State', []::Array(UInt64))`
  const span = (frame: Fragment) => ch`
    sum(number) over ${frame} as clicks, sum(codes) over ${frame} as scans,
    uniqCombined64Merge(people) over ${frame} as visitors, uniqCombined64Merge(scanning) over ${frame} as scanners,
    uniqCombined64Merge(following) over ${frame} as link_visitors`
  const quarters = ch`
    select date, quarter, sum(amount) as number, sum(scan_amount) as codes, uniqCombined64MergeState(states) as people,
      uniqCombined64MergeState(scan_states) as scanning, uniqCombined64MergeState(link_states) as following
    from (
      select toDate(clicked_at) as date, intDiv(toUnixTimestamp(clicked_at) % 86400, 900) as quarter, count() as amount,
        countIf(not ${isLink}) as scan_amount, uniqCombined64State(visitor_id) as states,
        uniqCombined64StateIf(visitor_id, not ${isLink}) as scan_states,
        uniqCombined64StateIf(visitor_id, ${isLink}) as link_states
      ${clicksOf(building)}
      group by date, quarter
      union all
      select date, number as quarter, 0, 0, ${none}, ${none}, ${none}
      from (select arrayJoin(${dates(starts)}) as date) as days, numbers(96) as numbers
    )
    group by date, quarter`
  const kinds = [
    ch`select 'start' as kind, 0 as first, quarter + 1 as end, date,
      ${span(ch`(partition by date order by quarter rows between unbounded preceding and current row)`)}
      from (${quarters})`,
    ch`select 'end' as kind, quarter as first, 96 as end, date,
      ${span(ch`(partition by date order by quarter desc rows between unbounded preceding and current row)`)}
      from (${quarters})`,
    ch`select 'hour' as kind, quarter as first, quarter + 4 as end, date,
      ${span(ch`(partition by date order by quarter rows between current row and 3 following)`)}
      from (${quarters})`,
  ]
  return ch`
    insert into click_rollup_spans
      (account_id, kind, starts_at, ends_at, day, build, clicks, scans, visitors, scanners, link_visitors)
    select ${uuid(building.account_id)}, kind, toDateTime(date, 'UTC') + first * 900, toDateTime(date, 'UTC') + end * 900,
      ${firstDay(building, ch`date`)}, ${uuid(building.build)}, clicks, scans, visitors, scanners, link_visitors
    from (${join(kinds, ch` union all `)})
    where clicks > 0 and (kind = 'start' or (kind = 'end' and first > 0) or (kind = 'hour' and first > 0 and end < 96))`
}
