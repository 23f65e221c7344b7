import { setTimeout as sleep } from 'node:timers/promises'
import type { ClickHouse } from '#runtime/clickhouse.ts'
import type { StoreUrls } from '#runtime/store-urls.ts'
import { drawClicks } from './draw-clicks.ts'
import { multiplyClicks } from './multiply-clicks.ts'
import { placeLinks } from './place-links.ts'
import { hourMs } from './rhythm.ts'
import type { SeedStores } from './seed-stores.ts'
import { sendBatches } from './send-batches.ts'

export interface SeedOptions {
  account_id: string
  clicks: number
  days: number
  seed: number
  /** Unix milliseconds at which an hour begins: there the clicks end. */
  until: number
}

interface Seeding {
  stores: SeedStores & { clickhouse: ClickHouse }
  redisUrl: StoreUrls['redis_url']
  sending?: Sending
  progress?: (clicks: number) => void
}

interface Sending {
  /** Up to here every click goes the way of a visitor's: through the queue and the workers. */
  mostSent: number
  /** Of more clicks so many are sent, and the others are made out of them. */
  sampleClicks: number
}
const standardSending: Sending = { mostSent: 200_000, sampleClicks: 50_000 }

/** Links, and clicks on them. Run again with the same options it adds nothing. */
export async function seedClicks(
  { stores, redisUrl, sending = standardSending, progress = () => {} }: Seeding,
  options: SeedOptions,
): Promise<{ links: number }> {
  const { account_id, clicks, days, seed, until } = options
  const start = until - days * 24 * hourMs
  const place = { account_id, seed, start, end: until }
  const links = await placeLinks(stores, place)
  const sent = clicks <= sending.mostSent ? clicks : sending.sampleClicks
  const name = JSON.stringify(options)
  const lines = drawClicks({ seed, account_id, clicks: sent, start, days, links })
  const batch_ids = await sendBatches(redisUrl, lines, name, until)
  progress(sent)
  const sample = { account_id, batch_ids, rows: sent, start, end: until }
  await multiplyClicks(stores, {
    sample,
    seed,
    clicks: clicks - sent,
    name,
    progress: (made) => progress(sent + made),
  })
  await untilRelayed(stores)
  return { links: links.length }
}

const relayPollMs = 100
const relayPatienceMs = 30_000

/** The filters by campaign, tags and kind of link ask ClickHouse, where the workers bring it. */
async function untilRelayed({ sql }: Pick<SeedStores, 'sql'>): Promise<void> {
  const end = Date.now() + relayPatienceMs
  while (Date.now() < end) {
    const owed = await sql`select from outbox where target = 'facts' limit 1`
    if (owed.length === 0) return
    await sleep(relayPollMs)
  }
  throw new Error('no worker brings the links to ClickHouse: is Waymark running?')
}
