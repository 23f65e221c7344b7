import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { ch } from '#runtime/ch-tag.ts'
import type { Stack } from './stack.ts'

const pollMs = 500
const patienceMs = 120_000

/** Waits for merges: clicks in many parts cost more to read, and merges slow down the measurement. */
export async function untilMerged({ clickhouse }: Pick<Stack, 'clickhouse'>): Promise<void> {
  const end = performance.now() + patienceMs
  const row = z.object({ merges: z.int() })
  for (let idle = 0; idle < 2 && performance.now() < end; ) {
    await sleep(pollMs)
    const [now] = await clickhouse.query(ch`select count() as merges from system.merges where table = 'clicks'`, row)
    idle = now?.merges === 0 ? idle + 1 : 0
  }
}

/** Includes counts by quarter of an hour and indexes in addition to the rows. */
export async function bytesPerClick({ clickhouse }: Pick<Stack, 'clickhouse'>): Promise<number> {
  const [disk] = await clickhouse.query(
    ch`select sum(bytes_on_disk) / sum(rows) as bytes from system.parts where table = 'clicks' and active`,
    z.object({ bytes: z.number() }),
  )
  return disk?.bytes ?? Number.NaN
}
