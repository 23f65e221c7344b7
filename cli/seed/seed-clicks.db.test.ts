import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readIngest } from '#model/installation/read-ingest.ts'
import { ch, text, uuid } from '#runtime/ch-tag.ts'
import { findProblems } from '../../api/system/find-problems.ts'
import { createAccount } from '../../test/factories/account.ts'
import { countBoth, counted, metrics, readClicks, seedInto, stores, useSeeding } from './seed.fixture.ts'

useSeeding()

/** The clicks of a batch of copies, whose ids begin with the same digits. */
const countRows = (batchId: string) =>
  stores.ch.query(
    ch`
      select link_id, countIf(traffic != 'bot') as clicks
      from clicks
      where startsWith(toString(click_id), ${text(batchId.slice(0, 24))})
      group by link_id`,
    counted,
  )

describe('a seed', () => {
  it('creates the same clicks every time, and different clicks for another seed', async () => {
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

  it('adds nothing when used again', async () => {
    const account = await createAccount(stores.sql)
    const made = await seedInto(account)
    const clicks = await readClicks(account)
    expect(await seedInto(account)).toEqual(made)
    expect(await readClicks(account)).toEqual(clicks)
    const { clickhouse, postgres } = await countBoth(account)
    expect(postgres).toEqual(clickhouse)
  })

  it('does not affect the ingest delay', async () => {
    const ingest = await readIngest(stores.sql, Date.now())
    const { lag_ms, worst_lag_ms, last_stored_at } = ingest
    expect(
      findProblems({ stores: [], processes: null, queues: null, ingest, blocklist: null }),
      'on the system page',
    ).toEqual([])
    expect(last_stored_at, 'the clicks of the seeds above are stored').not.toBeNull()
    expect({ lag_ms, worst_lag_ms }).toEqual({ lag_ms: null, worst_lag_ms: null })
    const measured = (await metrics.lag.get()).values.find(({ metricName }) => metricName?.endsWith('_count'))
    expect(measured?.value ?? 0, 'batches in click_ingest_lag_seconds').toBe(0)
  })

  it('stores the same counts in both stores for every link', async () => {
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

  it('looks like real traffic, with all kinds of locations, devices, sources, bots and scans', async () => {
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

describe('many short URLs', () => {
  it('are created on request in both stores, most without clicks, and never twice', async () => {
    const account = await createAccount(stores.sql)
    const many = { links: 6_000 }
    const made = await seedInto(account, many)
    const tail = await stores.sql<{ id: string; code: string; name: string | null; tags: string[] }[]>`
      select links.id, code, name, tags
      from links
      join link_counts on link_counts.link_id = links.id and link_counts.account_id = links.account_id
      where links.account_id = ${account.id} and code like 'page-%'`
    expect(tail).toHaveLength(many.links)
    expect(new Set(tail.map(({ code }) => code)).size).toBe(many.links)
    expect(tail.find(({ code }) => code.startsWith('page-4-'))).toMatchObject({
      name: 'Page 4',
      tags: ['page', 'featured'],
    })
    const facts = await stores.ch.query(
      ch`select link_id from link_facts final where account_id = ${uuid(account.id)}`,
      z.object({ link_id: z.uuid() }),
    )
    expect(facts).toHaveLength(made.links)
    const { clickhouse, postgres } = await countBoth(account)
    expect(postgres).toEqual(clickhouse)
    const clicked = tail.filter(({ id }) => (clickhouse[id] ?? 0) > 0).length
    expect([clicked > 100, clicked < many.links / 2]).toEqual([true, true])

    const clicks = await readClicks(account)
    expect(await seedInto(account, many)).toEqual(made)
    expect(await readClicks(account)).toEqual(clicks)
    const [links] = await stores.sql`select count(*) as count from links where account_id = ${account.id}`
    expect(links?.['count']).toBe(made.links)
  })
})

describe('many clicks', () => {
  const many = { clicks: 6_000 }
  const sample = { sampleClicks: 1_000 }

  it('are derived from a sample, identical for the same seed, and counted', async () => {
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

  it('are completed after an interruption without duplicates', async () => {
    const account = await createAccount(stores.sql)
    await seedInto(account, many, sample)
    const clicks = await readClicks(account)
    const counts = await countBoth(account)
    // Simulates a seed that was interrupted between insert and count.
    const [batch] = await stores.sql<{ batch_id: string }[]>`
      update click_batches
      set stored_at = null
      where batch_id = (select batch_id from click_batches where rows = 5000 order by claimed_at desc limit 1)
      returning batch_id`
    for (const { link_id, clicks: made } of await countRows(batch?.batch_id ?? '')) {
      await stores.sql`update link_counts set clicks = clicks - ${made} where link_id = ${link_id}`
    }
    expect(await countBoth(account)).not.toEqual(counts)
    // No worker handles it: a minute later the system page is not waiting for it either.
    expect((await readIngest(stores.sql, Date.now() + 60_000)).unfinished).toBe(0)
    await seedInto(account, many, sample)
    expect(await countBoth(account)).toEqual(counts)
    expect(await readClicks(account)).toEqual(clicks)
  })
})
