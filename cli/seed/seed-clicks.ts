import { setTimeout as sleep } from 'node:timers/promises'
import type { ClickHouse } from '#runtime/clickhouse.ts'
import type { StoreUrls } from '#runtime/store-urls.ts'
import { drawClicks } from './draw-clicks.ts'
import { multiplyClicks } from './multiply-clicks.ts'
import { placeLinks } from './place-links.ts'
import { placeTail } from './place-tail.ts'
import { hourMs } from './rhythm.ts'
import type { SeedStores } from './seed-stores.ts'
import { sendBatches } from './send-batches.ts'

export interface SeedOptions {
  account_id: string
  clicks: number
  /** Number of links in addition to the catalog. */
  links?: number
  days: number
  seed: number
  /** End of the clicks, in Unix milliseconds at the start of an hour. */
  until: number
}

interface Seeding {
  stores: SeedStores & { clickhouse: ClickHouse }
  redisUrl: StoreUrls['redis_url']
  sending?: Sending
  progress?: (what: 'links' | 'clicks', made: number) => void
}

interface Sending {
  /** Up to this number, all clicks go through the queue and the workers, like real ones. */
  mostSent: number
  /** Number of clicks to send if there are more. The rest is generated from them. */
  sampleClicks: number
}
const standardSending: Sending = { mostSent: 200_000, sampleClicks: 50_000 }

/** Creates links and clicks. Repeating it with the same options adds nothing. */
export async function seedClicks(
  { stores, redisUrl, sending = standardSending, progress = () => {} }: Seeding,
  options: SeedOptions,
): Promise<{ links: number }> {
  const { account_id, clicks, links: tailLinks = 0, days, seed, until } = options
  const start = until - days * 24 * hourMs
  const place = { account_id, seed, start, end: until }
  const { links, base_domain_id } = await placeLinks(stores, place)
  const tail = await placeTail(stores.sql, place, {
    domain_id: base_domain_id,
    count: tailLinks,
    progress: (made) => progress('links', made),
  })
  const sent = clicks <= sending.mostSent ? clicks : sending.sampleClicks
  const name = JSON.stringify(options)
  const drawn = drawClicks({ seed, account_id, clicks: sent, start, days, links, tail })
  const batch_ids = await sendBatches(redisUrl, drawn, name, until)
  progress('clicks', sent)
  const sample = { account_id, batch_ids, rows: sent, start, end: until }
  await multiplyClicks(stores, {
    sample,
    seed,
    clicks: clicks - sent,
    name,
    progress: (made) => progress('clicks', sent + made),
  })
  await untilRelayed(stores)
  return { links: links.length + tail.length }
}

const relayPollMs = 100
/** Maximum time without progress. */
const relayPatienceMs = 30_000

/** Waits until the workers have copied the link data to ClickHouse, which is needed for filters. */
async function untilRelayed({ sql }: Pick<SeedStores, 'sql'>): Promise<void> {
  let [least, end] = [Number.POSITIVE_INFINITY, 0]
  for (;;) {
    const [row] = await sql<{ owed: number }[]>`select count(*) as owed from outbox where target = 'facts'`
    const owed = row?.owed ?? 0
    if (owed === 0) return
    if (owed < least) [least, end] = [owed, Date.now() + relayPatienceMs]
    if (Date.now() > end) break
    await sleep(relayPollMs)
  }
  throw new Error('The workers are not copying links to ClickHouse. Is Waymark running?')
}
