import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { listParked, readParked } from '#model/clicks/batches/parked-batches.ts'
import { ch, uuid } from '#runtime/ch-tag.ts'
import { connectClickhouse } from '#runtime/clickhouse.ts'
import { connectRedis, type Redis, whenReady } from '#runtime/redis.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { clickId } from '#schemas/clicks.ts'
import { ackChannel } from '#schemas/queues.ts'
import { chromeAgent, clickBatch, googlebotAgent, rawClick } from '../../test/factories/click-batch.ts'
import { eventually } from '../../test/stack/eventually.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { countOfLink, countStored, openPipeline } from './pipeline.fixture.ts'
import { type ClickPipeline, processBatch } from './process-batch.ts'

let stores: TestStores
let pipeline: ClickPipeline
let subscriber: Redis
const acknowledged: string[] = []

beforeAll(async () => {
  stores = await openTestStores()
  pipeline = openPipeline(stores)
  subscriber = connectRedis(stores.urls.redis_url, { name: 'test acks' })
  await whenReady(subscriber)
  await subscriber.subscribe(ackChannel('redirector-1'))
  subscriber.on('message', (_channel, batchId: string) => acknowledged.push(batchId))
})
afterAll(async () => {
  subscriber.disconnect()
  await stores.close()
})

const countAcks = (batchId: string) => acknowledged.filter((id) => id === batchId).length

async function expectAcks(batchId: string, acks: number): Promise<void> {
  await eventually(() => expect(countAcks(batchId)).toBe(acks))
}

describe('a batch', () => {
  it('is stored, counted and acknowledged', async () => {
    const link_id = uuidv7()
    const account_id = uuidv7()
    const clicked_at = Date.now()
    const job = clickBatch([
      rawClick({ link_id, account_id, clicked_at: String(clicked_at - 1000) }),
      rawClick({ link_id, account_id, clicked_at: String(clicked_at), query: 'utm_source=mail&utm_medium=email' }),
      rawClick({ link_id, account_id, user_agent: 'curl/8.5.0', referrer: '', ip_prefix: '2a02:908:0::' }),
    ])
    await processBatch(pipeline, job)
    expect(await countStored(stores, job.batch_id)).toEqual({ rows: 3, clicks: 3 })
    const [counts] = await stores.sql<{ clicks: number; last_clicked_at: Date }[]>`
      select clicks, last_clicked_at from link_counts where link_id = ${link_id}`
    expect(counts?.clicks).toBe(3)
    expect(counts?.last_clicked_at.getTime()).toBeGreaterThanOrEqual(clicked_at)
    await expectAcks(job.batch_id, 1)

    const rows = await stores.ch.query(
      ch`select * from clicks where account_id = ${uuid(account_id)} order by click_id`,
      z.record(z.string(), z.unknown()),
    )
    expect(rows[1]).toMatchObject({
      click_id: clickId(job.batch_id, 1),
      clicked_at: new Date(clicked_at).toISOString(),
      visitor_id: expect.anything(),
      traffic: 'human',
      bot_reason: '',
      country_code: 'gb',
      country: 'United Kingdom',
      continent: 'Europe',
      region: 'England',
      city: 'London',
      device_type: 'desktop',
      browser: 'Chrome',
      browser_version: '126',
      os: 'Windows',
      os_version: '10',
      language: 'en',
      referrer: 'https://www.google.com/',
      referrer_domain: 'google.com',
      source: 'Email',
      utm_source: 'mail',
      utm_medium: 'email',
      destination_url: 'https://example.com/page',
      qr_code_id: '00000000-0000-0000-0000-000000000000',
    })
    expect(rows[0]).toMatchObject({ source: 'Search' })
    expect(rows[2]).toMatchObject({ traffic: 'unknown', source: 'Direct', country_code: 'de', device_type: 'other' })
  })

  it('stores bots but does not count them', async () => {
    const link_id = uuidv7()
    const onlyBots = uuidv7()
    const job = clickBatch([
      rawClick({ link_id }),
      rawClick({ link_id, user_agent: googlebotAgent }),
      rawClick({ link_id, method: 'HEAD' }),
      rawClick({ link_id, purpose: 'prefetch' }),
      rawClick({ link_id, user_agent: '' }),
      rawClick({ link_id: onlyBots, user_agent: googlebotAgent }),
    ])
    await processBatch(pipeline, job)
    expect(await countStored(stores, job.batch_id)).toEqual({ rows: 6, clicks: 6 })
    expect(await countOfLink(stores, link_id)).toBe(2)
    expect(await countOfLink(stores, onlyBots)).toBeNull()
  })

  it('adds to the counts of a link, and never moves its last click back', async () => {
    const link_id = uuidv7()
    const now = Date.now()
    await processBatch(pipeline, clickBatch([rawClick({ link_id, clicked_at: String(now) })]))
    await processBatch(pipeline, clickBatch([rawClick({ link_id, clicked_at: String(now - 60_000) })]))
    const [counts] = await stores.sql<{ clicks: number; last_clicked_at: Date }[]>`
      select clicks, last_clicked_at from link_counts where link_id = ${link_id}`
    expect(counts).toEqual({ clicks: 2, last_clicked_at: new Date(now) })
  })

  it('drops only malformed lines, and counts them', async () => {
    const before = await droppedBy('malformed')
    const job = clickBatch([
      rawClick(),
      rawClick({ link_id: 'nonsense' }),
      rawClick({ clicked_at: 'soon' }),
      rawClick(),
    ])
    await processBatch(pipeline, job)
    expect(await countStored(stores, job.batch_id)).toEqual({ rows: 2, clicks: 2 })
    expect((await droppedBy('malformed')) - before).toBe(2)
  })

  it('drops the clicks of deleted links', async () => {
    const before = await droppedBy('link-deleted')
    const link_id = uuidv7()
    const job = clickBatch([rawClick({ link_id }), rawClick(), rawClick({ link_id })])
    await stores.sql`insert into deleted_links (link_id, account_id) values (${link_id}, ${uuidv7()})`
    await processBatch(pipeline, job)
    await processBatch(pipeline, job)
    expect(await countStored(stores, job.batch_id)).toEqual({ rows: 1, clicks: 1 })
    expect(await countOfLink(stores, link_id)).toBeNull()
    expect((await droppedBy('link-deleted')) - before).toBe(2)
  })

  it('is acknowledged even if no clicks remain', async () => {
    const link_id = uuidv7()
    await stores.sql`insert into deleted_links (link_id, account_id) values (${link_id}, ${uuidv7()})`
    const job = clickBatch([rawClick({ link_id })])
    await processBatch(pipeline, job)
    await expectAcks(job.batch_id, 1)
  })

  it('that was stored is only acknowledged, without ClickHouse', async () => {
    const job = clickBatch([rawClick()])
    await processBatch(pipeline, job)
    const away = connectClickhouse('http://127.0.0.1:1/nowhere')
    await processBatch({ ...pipeline, clickhouse: away }, job)
    await away.close()
    await expectAcks(job.batch_id, 2)
  })
})

describe('an unreadable batch', () => {
  it('is parked unchanged, and acknowledged', async () => {
    const job = { ...clickBatch([rawClick()]), tsv: 'bm90IGRlZmxhdGVk' }
    await processBatch(pipeline, job)
    await processBatch(pipeline, job)
    const { reply_to: _, ...kept } = job
    expect(await readParked(stores.sql, job.batch_id)).toEqual(kept)
    expect(await listParked(stores.sql)).toMatchObject([{ batch_id: job.batch_id, attempts: 2, clicks: 1 }])
    await expectAcks(job.batch_id, 2)
  })

  it('is retried while it cannot be parked', async () => {
    const job = { ...clickBatch([rawClick()]), tsv: '' }
    await stores.sql`alter table parked_batches rename to parked_batches_away`
    try {
      await expect(processBatch(pipeline, job)).rejects.toMatchObject({ code: '42P01' })
    } finally {
      await stores.sql`alter table parked_batches_away rename to parked_batches`
    }
    expect(countAcks(job.batch_id)).toBe(0)
  })
})

describe('nothing is acknowledged before the commit', () => {
  it('when the commit fails and the next attempt completes it', async () => {
    const link_id = uuidv7()
    const job = clickBatch([rawClick({ link_id })])
    await stores.sql`alter table link_counts rename to link_counts_away`
    try {
      await expect(processBatch(pipeline, job)).rejects.toMatchObject({ code: '42P01' })
    } finally {
      await stores.sql`alter table link_counts_away rename to link_counts`
    }
    // Messages on one connection arrive in order: an early acknowledgment would be here before this one.
    const later = clickBatch([rawClick({ user_agent: chromeAgent })])
    await processBatch(pipeline, later)
    await expectAcks(later.batch_id, 1)
    expect(countAcks(job.batch_id)).toBe(0)

    await processBatch(pipeline, job)
    expect(await countStored(stores, job.batch_id)).toEqual({ rows: 1, clicks: 1 })
    expect(await countOfLink(stores, link_id)).toBe(1)
    await expectAcks(job.batch_id, 1)
  })
})

async function droppedBy(reason: string): Promise<number> {
  const { values } = await pipeline.metrics.dropped.get()
  return values.find(({ labels }) => labels.reason === reason)?.value ?? 0
}
