import { z } from 'zod'
import { ch, instant, int, text, uuid, uuids } from '#runtime/ch-tag.ts'
import type { ClickHouse } from '#runtime/clickhouse.ts'
import { rowsOf } from '#runtime/cluster-tables.ts'

/** Stored clicks from which more are generated. */
export interface Sample {
  account_id: string
  batch_ids: readonly string[]
  rows: number
  /** Start and end of their period in Unix milliseconds. */
  start: number
  end: number
}

/** A batch of generated clicks: `count` clicks, numbered from `first`. */
export interface Copies {
  batch_id: string
  seed: number
  first: number
  count: number
  /** Visitors among the copies of one click. */
  visitors: number
}

/** More clicks than a batch of the redirector can have. */
const copiesChars = 24

/**
 * Copies of the sample, which contain all data added by the workers, each at another time within its hour and from
 * another visitor of its day. Click n copies line n modulo the sample size, so that all are copied equally often.
 */
export const insertCopies = ({ account_id, batch_ids, rows, start, end }: Sample, made: Copies) => ch`
  insert into clicks (* except (batch_id))
  settings insert_deduplicate = 0
  select sample.* except (line, batch_id) replace (
    toStartOfHour(sample.clicked_at) + toIntervalMillisecond(cityHash64(${int(made.seed)}, number) % 3600000) as clicked_at,
    toUUID(concat(${text(made.batch_id.slice(0, copiesChars))}, leftPad(lower(hex(toUInt64(number))), 12, '0'))) as click_id,
    cityHash64(sample.visitor_id, cityHash64(${int(made.seed)}, number, 1) % ${int(made.visitors)}) as visitor_id
  )
  from numbers(toUInt64(${int(made.first)}), toUInt64(${int(made.count)})) as numbers
  join (
    select *, toUInt64(row_number() over (order by clicked_at, click_id) - 1) as line
    from clicks
    where account_id = ${uuid(account_id)}
      and batch_id in ${uuids(batch_ids)}
      and clicked_at >= ${instant(start)}
      and clicked_at < ${instant(end)}
  ) as sample on sample.line = number % toUInt64(${int(rows)})`

/** The first digits of the ids of its clicks. The rest is their number. */
const isOf = (batch_id: string) => ch`startsWith(toString(click_id), ${text(batch_id.slice(0, copiesChars))})`

/** Deletes the rows that an interrupted run left of a batch. */
export const deleteBatch = (clickhouse: ClickHouse, account_id: string, batch_id: string) => ch`
  alter table ${rowsOf(clickhouse, 'clicks')} delete
  where account_id = ${uuid(account_id)} and ${isOf(batch_id)}
  settings mutations_sync = 2`

export const batchCountRow = z.object({
  link_id: z.guid(),
  qr_code_id: z.guid(),
  rows: z.int(),
  clicks: z.int(),
  last_ms: z.int(),
})

/** Counts the rows of a batch, and its clicks without bots, by link and QR code. */
export const countBatch = (account_id: string, batch_id: string) => ch`
  select link_id, qr_code_id, count() as rows, countIf(traffic != 'bot') as clicks,
    maxIf(toUnixTimestamp64Milli(clicked_at), traffic != 'bot') as last_ms
  from clicks
  where account_id = ${uuid(account_id)} and ${isOf(batch_id)}
  group by link_id, qr_code_id`
