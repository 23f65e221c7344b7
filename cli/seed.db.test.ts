import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ch, uuid } from '#runtime/ch-tag.ts'
import { openQueue, startWorker, type TypedQueue } from '#runtime/queues.ts'
import { connectRedisForQueues, type Redis } from '#runtime/redis.ts'
import { createAccount, type TestAccount } from '../test/factories/account.ts'
import { openTestStores, type TestStores } from '../test/stack/stores.ts'
import { openPipeline } from '../workers/clicks/pipeline.fixture.ts'
import { processBatch } from '../workers/clicks/process-batch.ts'
import { relayFacts } from '../workers/links/relay-facts.ts'
import { processQr } from '../workers/qr/process-qr.ts'
import { type SeedOptions, seedClicks } from './seed/seed-clicks.ts'

let stores: TestStores
let queue: Redis
let qrQueue: TypedQueue<'qr'>
let workers: ReturnType<typeof startWorker>[]
let relay: NodeJS.Timeout

beforeAll(async () => {
  stores = await openTestStores()
  queue = connectRedisForQueues(stores.urls.redis_url, { name: 'test' })
  const pipeline = openPipeline(stores)
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

const until = Date.parse('2026-06-30T14:00:00Z')

async function seedInto({ id }: TestAccount, special: Partial<SeedOptions> = {}, sending?: { sampleClicks: number }) {
  const seeding = {
    stores: { ...stores, qrQueue, clickhouse: stores.ch },
    redisUrl: stores.urls.redis_url,
    ...(sending && { sending: { mostSent: 0, ...sending } }),
  }
  return await seedClicks(seeding, { account_id: id, clicks: 2_500, days: 30, seed: 7, until, ...special })
}

/** What was stored, without the ids that every link gets anew. */
async function readClicks({ id }: TestAccount) {
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

const counted = z.object({ link_id: z.uuid(), clicks: z.int() })

async function countBoth({ id }: TestAccount) {
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

const countRows = (batchId: string) =>
  stores.ch.query(
    ch`
      select link_id, countIf(traffic != 'bot') as clicks
      from clicks
      where batch_id = ${uuid(batchId)}
      group by link_id`,
    counted,
  )

describe('a seed', () => {
  it('makes the same clicks whenever it is used, and other ones than another seed', async () => {
    const [one, same, other] = [
      await createAccount(stores.sql),
      await createAccount(stores.sql),
      await createAccount(stores.sql),
    ]
    await seedInto(one)
    await seedInto(same)
    await seedInto(other, { seed: 8 })
    const clicks = await readClicks(one)
    expect(clicks).toHaveLength(2_500)
    expect(await readClicks(same)).toEqual(clicks)
    expect(await readClicks(other)).not.toEqual(clicks)
  })

  it('adds nothing when it is used again', async () => {
    const account = await createAccount(stores.sql)
    const made = await seedInto(account)
    const clicks = await readClicks(account)
    expect(await seedInto(account)).toEqual(made)
    expect(await readClicks(account)).toEqual(clicks)
    const { clickhouse, postgres } = await countBoth(account)
    expect(postgres).toEqual(clickhouse)
  })

  it('tells both stores the same of every link', async () => {
    const account = await createAccount(stores.sql)
    await seedInto(account)
    const { clickhouse, postgres } = await countBoth(account)
    expect(Object.keys(clickhouse).length).toBeGreaterThan(20)
    expect(postgres).toEqual(clickhouse)
    const facts = z.object({
      link_id: z.uuid(),
      campaign_id: z.uuid(),
      tags: z.array(z.string()),
      url_type: z.string(),
    })
    const inClickhouse = await stores.ch.query(
      ch`
        select link_id, campaign_id, tags, url_type
        from link_facts final
        where account_id = ${uuid(account.id)}
        order by toString(link_id)`,
      facts.extend({ campaign_id: z.guid() }),
    )
    const inPostgres = await stores.sql`
      select links.id as link_id, coalesce(campaign_id, '00000000-0000-0000-0000-000000000000') as campaign_id, tags,
        domains.type as url_type
      from links
      join domains on domains.id = links.domain_id
      where links.account_id = ${account.id}
      order by links.id::text`
    expect(inClickhouse).toEqual([...inPostgres])
  })

  it('looks like the clicks of people: places, devices, sources, bots and scans in all their kinds', async () => {
    const account = await createAccount(stores.sql)
    await seedInto(account)
    const kinds = z.record(z.string(), z.int())
    const [found] = await stores.ch.query(
      ch`
        select uniqExact(country) as countries, uniqExact(city) as cities, uniqExact(browser) as browsers,
          uniqExact(device_type) as devices, uniqExact(source) as sources, uniqExact(traffic) as traffics,
          uniqExact(utm_campaign) as campaigns, countIf(country_code = '') as nowhere,
          countIf(qr_code_id != toUUID('00000000-0000-0000-0000-000000000000')) as scans, uniqExact(visitor_id) as visitors,
          countIf(qr_code_id != toUUID('00000000-0000-0000-0000-000000000000') and device_type = 'desktop') as scanned_by_desktops
        from clicks
        where account_id = ${uuid(account.id)}`,
      kinds,
    )
    expect(found).toMatchObject({ devices: 4, sources: 5, traffics: 3, nowhere: 0, scanned_by_desktops: 0 })
    for (const [kind, least] of Object.entries({
      countries: 15,
      cities: 40,
      browsers: 6,
      campaigns: 4,
      scans: 100,
      visitors: 1_200,
    })) {
      expect([kind, (found?.[kind] ?? 0) >= least]).toEqual([kind, true])
    }
  })
})

describe('many clicks', () => {
  const many = { clicks: 6_000 }
  const sample = { sampleClicks: 1_000 }

  it('are made out of a sample: the same with the same seed, and counted', async () => {
    const [one, same] = [await createAccount(stores.sql), await createAccount(stores.sql)]
    await seedInto(one, many, sample)
    await seedInto(same, many, sample)
    const clicks = await readClicks(one)
    expect(clicks).toHaveLength(6_000)
    expect(new Set(clicks).size).toBeGreaterThan(5_990)
    expect(await readClicks(same)).toEqual(clicks)
    const { clickhouse, postgres } = await countBoth(one)
    expect(postgres).toEqual(clickhouse)
  })

  it('are completed after an interruption, and none is there twice', async () => {
    const account = await createAccount(stores.sql)
    await seedInto(account, many, sample)
    const clicks = await readClicks(account)
    const counts = await countBoth(account)
    // As if it had ended between the insert and the count.
    const [batch] = await stores.sql<{ batch_id: string }[]>`
      update click_batches
      set stored_at = null
      where batch_id = (select batch_id from click_batches where rows = 5000 order by claimed_at desc limit 1)
      returning batch_id`
    for (const { link_id, clicks: made } of await countRows(batch?.batch_id ?? '')) {
      await stores.sql`update link_counts set clicks = clicks - ${made} where link_id = ${link_id}`
    }
    expect(await countBoth(account)).not.toEqual(counts)
    await seedInto(account, many, sample)
    expect(await countBoth(account)).toEqual(counts)
    expect(await readClicks(account)).toEqual(clicks)
  })
})

async function waymark(...args: string[]) {
  const { database_url, redis_url, clickhouse_url } = stores.urls
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: database_url,
    REDIS_URL: redis_url,
    CLICKHOUSE_URL: clickhouse_url,
  }
  const command = ['--import', 'tsx', 'cli/main.ts', 'seed', ...args]
  return await promisify(execFile)(process.execPath, command, { cwd: join(import.meta.dirname, '..'), env })
}

describe('waymark seed', () => {
  it('fills the first account while the product runs', async () => {
    const [first] = await stores.sql<{ id: string }[]>`select id from accounts order by created_at, id limit 1`
    const before = await readClicks({ id: first?.id ?? '' })
    const { stdout } = await waymark('--clicks', '300', '--until', '2026-06-30T14:20:00Z')
    expect(stdout).toMatch(/^300 clicks on \d+ short URLs, over 90 days until 2026-06-30T14:00:00.000Z\.\n$/)
    expect(await readClicks({ id: first?.id ?? '' })).toHaveLength(before.length + 300)
  })

  it('explains itself, and refuses what is no number', async () => {
    expect((await waymark('--help')).stdout).toContain('--clicks <number>')
    await expect(waymark('--clicks', 'many')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('clicks: '),
    })
  })
})
