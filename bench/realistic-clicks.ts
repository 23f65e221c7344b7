import { z } from 'zod'
import { ch, int } from '#runtime/ch-tag.ts'
import type { Stack } from './stack.ts'

/** A redirector with 150 visits per second ships a batch of this size every 1.5 s. */
export const clicksOfSmallBatch = 225

export interface ClickBytes {
  /** Including the counts by quarter of an hour and indexes. */
  all: number
  /** The part of the column `batch_id`, which is derived from `click_id` and will not be stored. */
  batches: number
}

/**
 * Bytes per click with ids as redirectors create them: a batch has the time of its first click and 74 random bits, and its
 * clicks are spread over all links. Ids of seeded clicks are numbered, and compress to almost nothing. The random bits are
 * different for each link of a batch, as for many clicks, where a compressed block has clicks of one link: in a small table,
 * one block would have all links of a batch and so its id many times.
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

const insertRealistic = ch`
  insert into realistic_clicks (* except (batch_id))
  settings max_partitions_per_insert_block = 0
  select * except (batch_id, place, batch, batch_ms, random) replace (
    toUUID(concat(
      substring(batch_ms, 1, 8), '-', substring(batch_ms, 9, 4), '-7', substring(random, 1, 3), '-8', substring(random, 4, 3), '-',
      substring(random, 7, 8), leftPad(hex(toUInt16(place % ${int(clicksOfSmallBatch)})), 4, '0')
    )) as click_id
  )
  from (
    select *, leftPad(hex(toUnixTimestamp64Milli(min(clicked_at) over (partition by batch))), 12, '0') as batch_ms,
      leftPad(hex(sipHash64(batch, link_id)), 16, '0') as random
    from (
      select *, row_number() over (order by clicked_at, click_id) - 1 as place,
        intDiv(place, ${int(clicksOfSmallBatch)}) as batch
      from clicks
    )
  )`
