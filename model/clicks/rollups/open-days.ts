import { z } from 'zod'
import { ch, type Fragment, int, seconds } from '#runtime/ch-tag.ts'
import type { ClickHouse } from '#runtime/clickhouse.ts'
import type { Part, Sql } from '#runtime/postgres.ts'
import { theRow } from '../../rows.ts'
import { openedAfterMinutes } from './limits.ts'

/** Days that are checked at once, at least. */
const checkedDays = 28
const dayMs = 86_400_000

interface Opening {
  /** Days of a window of visitor ids. */
  windowDays: number
  leastClicks: number
}

/** Everything before this day is finished. */
const today = (sql: Sql): Part => sql`((now() at time zone 'UTC') - make_interval(mins => ${openedAfterMinutes}))::date`

export const openingIsDue = (sql: Sql, windowDays: number): Part => sql`
  exists (select from click_rollup_progress where checked_before + ${windowDays}::int <= ${today(sql)})`

/**
 * Adds finished days of accounts with many clicks, for the next days that were not checked. False if all were. Commits before
 * it returns: until then, batches do not see the days.
 */
export async function openDays({ sql, clickhouse }: { sql: Sql; clickhouse: ClickHouse }, opening: Opening) {
  const { windowDays, leastClicks } = opening
  const span = theRow(
    await sql<{ from: string; to: string }[]>`
      select checked_before::text as from, ${today(sql)}::text as to
      from click_rollup_progress`,
    'the progress of rollups vanished',
  )
  const windowMs = windowDays * dayMs
  const firstWindow = (at: number) => Math.floor(at / windowMs) * windowMs
  const [first] = await clickhouse.query(firstClick, firstClickRow)
  const end = firstWindow(Date.parse(span.to))
  const from = firstWindow(Math.min(Math.max(Date.parse(span.from), first?.at ?? end), end))
  if (from >= end) {
    await sql`update click_rollup_progress set checked_before = greatest(checked_before, ${dateOf(end)})`
    return false
  }
  const to = Math.min(end, from + Math.ceil(checkedDays / windowDays) * windowMs)
  const busy = await clickhouse.query(busyDays({ from, to, windowMs, leastClicks }), busyRow)
  await sql.begin(async (tx) => {
    await tx`
      insert into click_rollups (account_id, day, days, clicks)
      select account_id, day::date, ${windowDays}, clicks
      from unnest(
        ${busy.map(({ account_id }) => account_id)}::uuid[],
        ${busy.map(({ start }) => dateOf(start * 1_000))}::text[],
        ${busy.map(({ clicks }) => clicks)}::bigint[]
      ) as busy (account_id, day, clicks)
      where not exists (
        select from click_rollups as known
        where known.account_id = busy.account_id
          and known.day < busy.day::date + ${windowDays}::int and known.day + known.days > busy.day::date
      )
      on conflict do nothing`
    await tx`update click_rollup_progress set checked_before = ${dateOf(to)}`
  })
  return true
}

const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10)

const firstClickRow = z.object({ at: z.int() })

/** The server knows it of each part of the table. */
const firstClick = ch`select toUnixTimestamp64Milli(min(clicked_at)) as at from clicks having count() > 0`

const busyRow = z.object({ account_id: z.guid(), start: z.int(), clicks: z.int() })

interface Checked extends Pick<Opening, 'leastClicks'> {
  from: number
  to: number
  windowMs: number
}

/** Counted by quarters, as in queries/quarters.ts. */
function busyDays({ from, to, windowMs, leastClicks }: Checked): Fragment {
  const quarter = ch`toStartOfFifteenMinutes(clicked_at)`
  const length = int(windowMs / 1_000)
  return ch`
    select account_id, intDiv(toUnixTimestamp(quarter), ${length}) * ${length} as start, sum(number) as clicks
    from (
      select account_id, ${quarter} as quarter, count() as number
      from clicks
      where ${quarter} >= ${seconds(from)} and ${quarter} < ${seconds(to)}
      group by account_id, quarter
    )
    group by account_id, start
    having clicks >= ${int(leastClicks)}
    order by account_id, start`
}
