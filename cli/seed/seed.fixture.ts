import { afterAll, beforeAll } from 'vitest'
import { z } from 'zod'
import { relayFacts } from '#model/publish/relay-facts.ts'
import { ch, uuid } from '#runtime/ch-tag.ts'
import { openQueue, startWorker, type TypedQueue } from '#runtime/queues.ts'
import { connectRedisForQueues, type Redis } from '#runtime/redis.ts'
import type { TestAccount } from '../../test/factories/account.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import type { ClickMetrics } from '../../workers/clicks/click-metrics.ts'
import { openPipeline } from '../../workers/clicks/pipeline.fixture.ts'
import { processBatch } from '../../workers/clicks/process-batch.ts'
import { processQr } from '../../workers/qr/process-qr.ts'
import { type SeedOptions, seedClicks } from './seed-clicks.ts'

export let stores: TestStores
/** Metrics of the workers that store the clicks of a seed. */
export let metrics: ClickMetrics
let queue: Redis
let qrQueue: TypedQueue<'qr'>
let workers: ReturnType<typeof startWorker>[]
let relay: NodeJS.Timeout

/** Stores, and the workers that a seed needs. */
export function useSeeding(): void {
  beforeAll(async () => {
    stores = await openTestStores()
    queue = connectRedisForQueues(stores.urls.redis_url, { name: 'test' })
    const pipeline = openPipeline(stores)
    metrics = pipeline.metrics
    qrQueue = openQueue('qr', stores.redis)
    const options = { concurrency: 2, log: stores.log }
    workers = [
      startWorker('clicks', queue, options, (job) => processBatch(pipeline, job)),
      startWorker('qr', queue, options, (job) => processQr(stores.redis, job)),
    ]
    relay = setInterval(() => void stores.sql.begin((tx) => relayFacts(tx, stores.ch)), 200)
  })
  afterAll(async () => {
    clearInterval(relay)
    await Promise.all(workers.map((worker) => worker.close()))
    await qrQueue.close()
    queue.disconnect()
    await stores.close()
  })
}

const until = Date.parse('2026-06-30T14:00:00Z')

export async function seedInto(
  { id }: TestAccount,
  special: Partial<SeedOptions> = {},
  sending?: { sampleClicks: number },
) {
  const seeding = {
    stores: { ...stores, qrQueue, clickhouse: stores.ch },
    redisUrl: stores.urls.redis_url,
    ...(sending && { sending: { mostSent: 0, ...sending } }),
  }
  return await seedClicks(seeding, { account_id: id, clicks: 2_500, days: 30, seed: 7, until, ...special })
}

/** The stored clicks, without ids that differ for every link. */
export async function readClicks({ id }: TestAccount) {
  const row = z.object({ link_id: z.uuid(), click: z.string() })
  const rows = await stores.ch.query(
    ch`
      select link_id, toString(tuple(* except (account_id, link_id, click_id, batch_id, qr_code_id))) as click
      from clicks
      where account_id = ${uuid(id)}`,
    row,
  )
  const links = await stores.sql<{ id: string; url: string }[]>`select id, url from links where account_id = ${id}`
  const urls = new Map(links.map((link) => [link.id, link.url]))
  return rows.map(({ link_id, click }) => `${urls.get(link_id)} ${click}`).sort()
}

export const counted = z.object({ link_id: z.uuid(), clicks: z.int() })

/** Click counts of each link in both stores. */
export async function countBoth({ id }: TestAccount) {
  const clickhouse = await stores.ch.query(
    ch`
      select link_id, count() as clicks
      from clicks
      where account_id = ${uuid(id)} and traffic != 'bot'
      group by link_id
      order by link_id`,
    counted,
  )
  const postgres = await stores.sql<z.output<typeof counted>[]>`
    select link_id, clicks
    from link_counts
    join links on links.id = link_counts.link_id
    where links.account_id = ${id} and clicks > 0`
  const byId = (rows: readonly z.output<typeof counted>[]) =>
    Object.fromEntries(rows.map(({ link_id, clicks }) => [link_id, clicks]))
  return { clickhouse: byId(clickhouse), postgres: byId(postgres) }
}
