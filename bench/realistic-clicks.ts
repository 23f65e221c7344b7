import { z } from 'zod'
import { ch, int } from '#runtime/ch-tag.ts'
import type { Stack } from './stack.ts'

/** A redirector with this many visits per second ships a batch of this size every 1.5 s. */
const visitsPerSecond = 150
const batchMs = 1_500
export const clicksOfSmallBatch = (visitsPerSecond * batchMs) / 1_000
/** As in the bench `paced`, link n is visited 1/n as often as the first. */
const links = 1_000

export interface ClickBytes {
  /** Including the counts by quarter of an hour and indexes. */
  all: number
  /** The part of the column `batch_id`, which is derived from `click_id` and will not be stored. */
  batches: number
}

/**
 * Bytes per click at an everyday rate, with ids as redirectors create them: a batch has the time of its first click and 74
 * random bits, and its clicks are spread over all links. Ids of seeded clicks are numbered, and most are of a few links. The
 * random bits are different for each link of a batch, as for many clicks, where a compressed block has clicks of one link: in a
 * small table, one block has all links of a batch and would have its id many times.
 */
export async function realisticBytes({ clickhouse }: Pick<Stack, 'clickhouse'>): Promise<ClickBytes> {
  await clickhouse.command(ch`create table realistic_clicks as clicks`)
  await clickhouse.command(insertRealistic)
  await clickhouse.command(ch`optimize table realistic_clicks final`)
  const [parts] = await clickhouse.query(
    ch`
      select sum(bytes_on_disk) / sum(rows) as all,
        (
          select sum(column_bytes_on_disk)
          from system.parts_columns
          where table = 'realistic_clicks' and active and column = 'batch_id'
        ) / sum(rows) as batches
      from system.parts
      where table = 'realistic_clicks' and active`,
    z.object({ all: z.number(), batches: z.number() }),
  )
  await clickhouse.command(ch`drop table realistic_clicks sync`)
  return parts ?? { all: Number.NaN, batches: Number.NaN }
}

const firstMs = Date.parse('2026-03-02T00:00:00Z')

const insertRealistic = ch`
  insert into realistic_clicks (* except (batch_id))
  select * except (batch_id, place, link, batch, batch_time, random) replace (
    toUUID(UUIDNumToString(sipHash128(link))) as link_id,
    concat('https://shop.example/products/', toString(sipHash64(link) % 1000000)) as destination_url,
    fromUnixTimestamp64Milli(${int(firstMs)} + intDiv(place * 1000, ${int(visitsPerSecond)}), 'UTC') as clicked_at,
    toUUID(concat(
      substring(batch_time, 1, 8), '-', substring(batch_time, 9, 4), '-7', substring(random, 1, 3), '-8', substring(random, 4, 3),
      '-', substring(random, 7, 8), leftPad(hex(toUInt16(place % ${int(clicksOfSmallBatch)})), 4, '0')
    )) as click_id
  )
  from (
    select *, toInt64(row_number() over (order by clicked_at, click_id) - 1) as place,
      toUInt32(pow(${int(links)}, sipHash64(place) / pow(2, 64))) as link,
      intDiv(place, ${int(clicksOfSmallBatch)}) as batch,
      leftPad(hex(toUInt64(${int(firstMs)} + batch * ${int(batchMs)})), 12, '0') as batch_time,
      leftPad(hex(sipHash64(batch, link)), 16, '0') as random
    from clicks
  )`
