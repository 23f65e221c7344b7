import { z } from 'zod'
import { ch, type Fragment, instant, int, Fragment as Text, uuid } from '#runtime/ch-tag.ts'
import type { ClickHouse, QueryOptions } from '#runtime/clickhouse.ts'
import { latest } from '#runtime/cluster-settings.ts'
import { within } from '#runtime/within.ts'
import { columnNames } from '#schemas/click-columns.ts'
import { batchOf } from '#schemas/clicks.ts'
import { withoutLinks } from '../clicks/which-clicks.ts'
import type { LateBatches } from './late-batches.ts'

/** Clicks that are read at once. */
const rowsAtOnce = 2_000
const queryMs = 30_000

const monthRow = z.object({ month: z.int() })
const keyRow = z.object({ link_id: z.guid(), clicked_at: z.int(), click_id: z.guid() })
type Key = z.infer<typeof keyRow>

/** Columns as archives have them: the account is that of the archive. The id comes first. */
const shown = new Text(
  [
    ['click_id', ...columnNames.filter((name) => name !== 'account_id' && name !== 'click_id')]
      .map((name) => {
        if (name === 'clicked_at') return 'toUnixTimestamp64Milli(clicks.clicked_at) as clicked_at'
        return name === 'visitor_id' ? 'toString(clicks.visitor_id) as visitor_id' : `clicks.${name} as ${name}`
      })
      .join(', '),
  ],
  [],
)

const inTime = <Result>(gone: AbortSignal, ask: (options: QueryOptions) => Promise<Result>): Promise<Result> =>
  within(queryMs, gone, (signal) => ask({ signal, settings: latest }))

/** Months with clicks, such as 202601. ClickHouse stores the clicks of a month together. */
export async function selectMonths(clickhouse: ClickHouse, accountId: string, gone: AbortSignal): Promise<number[]> {
  const statement = ch`
    select distinct toYYYYMM(clicked_at) as month
    from clicks
    where account_id = ${uuid(accountId)}
    order by month`
  const rows = await inTime(gone, (options) => clickhouse.query(statement, monthRow, options))
  return rows.map(({ month }) => month)
}

export interface Month {
  account_id: string
  month: number
  /** Deleted links whose clicks may still be stored. */
  deleted_ids: readonly string[]
  late: LateBatches
  gone: AbortSignal
}

/**
 * All clicks of a month as lines of JSON, page by page, so that no connection is in use while the client reads slowly. Left out
 * are clicks of late batches and deleted links.
 */
export async function* selectClicks(
  clickhouse: ClickHouse,
  { late, gone, ...clicks }: Month,
): AsyncGenerator<string[]> {
  for (let after: Key | undefined; ; ) {
    const statement = page(clicks, after)
    const lines = await inTime(gone, (options) => clickhouse.readLines(statement, options))
    const last = lines.at(-1)
    if (last === undefined) return
    await late.refresh()
    yield lines.filter((line) => !late.has(batchOf(clickOf(line))))
    if (lines.length < rowsAtOnce) return
    after = keyRow.parse(JSON.parse(last))
  }
}

/** The id of a click from the beginning of its line: {"click_id":"…". */
const clickOf = (line: string): string => line.slice(13, 49)

type Clicks = Pick<Month, 'account_id' | 'month' | 'deleted_ids'>

const page = ({ account_id, month, deleted_ids }: Clicks, after: Key | undefined): Fragment => ch`
  select ${shown}
  from clicks
  where clicks.account_id = ${uuid(account_id)} and toYYYYMM(clicks.clicked_at) = ${int(month)}
    ${withoutLinks(deleted_ids)}
    and ${after === undefined ? ch`true` : beyond(after)}
  order by clicks.link_id, clicks.clicked_at, clicks.click_id
  limit ${int(rowsAtOnce)}`

/** Column by column, as the index of the table compares. It does not serve a comparison of tuples. */
const beyond = ({ link_id, clicked_at, click_id }: Key): Fragment => {
  const at = instant(clicked_at)
  return ch`(
    clicks.link_id > ${uuid(link_id)} or (clicks.link_id = ${uuid(link_id)} and (
      clicks.clicked_at > ${at} or (clicks.clicked_at = ${at} and clicks.click_id > ${uuid(click_id)}))))`
}
