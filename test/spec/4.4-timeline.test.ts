import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { compileFilter } from '../../api/analytics/filter.ts'
import { timeline } from '../../api/analytics/queries/timeline.ts'
import { ch as sql } from '../../runtime/ch-tag.ts'
import { connectClickhouse } from '../../runtime/clickhouse.ts'
import { filterQuery } from '../../schemas/analytics.ts'
import { createAccount, type TestAccount } from '../factories/account.ts'
import { storeClicks } from '../factories/clicks.ts'
import { createKey } from '../factories/key.ts'
import { eventually } from '../stack/eventually.ts'
import { openTestStores, type TestStores } from '../stack/stores.ts'
import { startApi, type TestApi } from './http.ts'

let stores: TestStores
let api: TestApi
let account: TestAccount
let key: string
/** The short URL of the account, by each of its names. */
let link: { id: string; short_code: string }

/**
 * Nine clicks of one account on three days of March 2026, around the night in which Berlin's clocks jump:
 *   28th  22:30 Chrome (visitor 1)   23:30 Chrome (visitor 1; 00:30 on the 29th in Berlin)
 *   29th  00:15 Safari (visitor 2)   01:15 Safari (visitor 2; 03:15 in Berlin)   22:15 unknown (visitor 3; the 30th in Berlin)
 *   31st  10:00 three of one visitor 4, of them one a scan; 10:05 a bot
 * and one click of somebody else.
 */
beforeAll(async () => {
  stores = await openTestStores()
  api = await startApi(stores)
  account = await createAccount(stores.sql)
  key = (await createKey(stores.sql, account)).key
  const created = await api.request('POST', '/short-urls', {
    key,
    body: { url: 'https://example.com', custom_alias: 'spring' },
  })
  link = created.json.data
  const stranger = await createAccount(stores.sql)
  const own = { account_id: account.id, link_id: link.id }
  const chrome = { ...own, visitor_id: '1', browser: 'Chrome', country: 'Germany', country_code: 'de', city: 'Köln' }
  const safari = {
    ...own,
    visitor_id: '2',
    browser: 'Safari',
    country: "Côte d'Ivoire",
    country_code: 'ci',
    device_type: 'mobile',
  } as const
  const other = { account_id: account.id, visitor_id: '4', referrer_domain: 'news.example', utm_source: 'News, Letter' }
  await storeClicks(stores.ch, [
    { ...chrome, at: '2026-03-28T22:30:00Z' },
    { ...chrome, at: '2026-03-28T23:30:00Z' },
    { ...safari, at: '2026-03-29T00:15:00Z' },
    { ...safari, at: '2026-03-29T01:15:00Z' },
    { ...own, visitor_id: '3', traffic: 'unknown', at: '2026-03-29T22:15:00Z' },
    { ...other, at: '2026-03-31T10:00:00Z' },
    { ...other, at: '2026-03-31T10:00:00Z' },
    { ...other, qr_code_id: link.id, at: '2026-03-31T10:00:00Z' },
    { ...other, visitor_id: '5', traffic: 'bot', at: '2026-03-31T10:05:00Z' },
    { account_id: stranger.id, at: '2026-03-29T12:00:00Z' },
  ])
})
afterAll(async () => {
  await api.close()
  await stores.close()
})

const march = 'startDate=2026-03-28&endDate=2026-03-31'

async function read(query: string, path = '/analytics/timeline') {
  const answer = await api.request('GET', `${path}?${query}`, { key })
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`)
  return answer.json.data as { date: string; clicks: number; unique_visitors: number }[]
}

/** All clicks that a query counts. */
async function total(query: string, path?: string): Promise<number> {
  return (await read(query, path)).reduce((sum, { clicks }) => sum + clicks, 0)
}

const bucket = (date: string, clicks: number, unique_visitors: number) => ({ date, clicks, unique_visitors })

describe('GET /analytics/timeline', () => {
  it('answers clicks and unique visitors of each day, empty ones too, without bots', async () => {
    expect(await read(march)).toEqual([
      bucket('2026-03-28T00:00:00.000Z', 2, 1),
      bucket('2026-03-29T00:00:00.000Z', 3, 2),
      bucket('2026-03-30T00:00:00.000Z', 0, 0),
      bucket('2026-03-31T00:00:00.000Z', 3, 1),
    ])
  })

  it('cuts days where the time zone does, with a day of 23 hours', async () => {
    expect(await read(`${march}&timezone=Europe/Berlin`)).toEqual([
      bucket('2026-03-27T23:00:00.000Z', 1, 1),
      bucket('2026-03-28T23:00:00.000Z', 3, 2),
      bucket('2026-03-29T22:00:00.000Z', 1, 1),
      bucket('2026-03-30T22:00:00.000Z', 3, 1),
    ])
  })

  it('answers hours, none twice and none left out when clocks jump', async () => {
    const hours = await read('startDate=2026-03-29&endDate=2026-03-29&granularity=hour&timezone=Europe/Berlin')
    expect(hours).toHaveLength(23)
    expect(hours[0]).toEqual(bucket('2026-03-28T23:00:00.000Z', 1, 1))
    expect(hours[1]).toEqual(bucket('2026-03-29T00:00:00.000Z', 1, 1))
    expect(hours[2]).toEqual(bucket('2026-03-29T01:00:00.000Z', 1, 1))
    expect(hours[22]).toEqual(bucket('2026-03-29T21:00:00.000Z', 0, 0))
  })

  it('begins a day where a zone has no midnight', async () => {
    const days = await read('startDate=2026-03-28&endDate=2026-03-30&timezone=Asia/Beirut')
    expect(days.map(({ date }) => date)).toEqual([
      '2026-03-27T22:00:00.000Z',
      '2026-03-28T22:00:00.000Z',
      '2026-03-29T21:00:00.000Z',
    ])
    expect(days.map(({ clicks }) => clicks)).toEqual([0, 4, 1])
  })

  it('includes the first instant of a period and excludes its last', async () => {
    expect(await total('startDate=2026-03-28T22:30:00Z&endDate=2026-03-31T10:00:00Z')).toBe(5)
    expect(await total('startDate=2026-03-28T22:30:00.001Z&endDate=2026-03-31T10:00:00.001Z')).toBe(7)
  })

  it('fills a period without any click', async () => {
    expect(await read('startDate=2025-01-01&endDate=2025-01-02')).toEqual([
      bucket('2025-01-01T00:00:00.000Z', 0, 0),
      bucket('2025-01-02T00:00:00.000Z', 0, 0),
    ])
  })

  it('shows the last 30 days when asked for nothing, and as many as days says', async () => {
    const now = new Date().toISOString().slice(0, 10)
    const standard = await read('')
    expect(standard).toHaveLength(31)
    expect(standard.at(-1)?.date).toContain(now)
    expect((await read('days=7')).length).toBe(8)
    expect((await read('dateRange=last_7_days&days=300')).length).toBe(8)
  })

  it('begins all_time at the first click and ends it today', async () => {
    const days = await read('dateRange=all_time')
    expect(days[0]).toEqual(bucket('2026-03-28T00:00:00.000Z', 2, 1))
    expect(days.at(-1)?.date).toContain(new Date().toISOString().slice(0, 10))
  })
})

describe('the filters F of the timeline', () => {
  it.each([
    ['traffic=default', 8],
    ['traffic=human', 7],
    ['traffic=bot', 1],
    ['traffic=all', 9],
    ['trigger=qr', 1],
    ['trigger=link', 7],
    ['country=germany', 2],
    ["country=CÔTE D'IVOIRE", 2],
    ['country=Germany&country=Nowhere', 2],
    ['countryCode=DE', 2],
    ['country_code=de,ci', 4],
    ['countryCode=-de', 6],
    ['city=köln', 2],
    ['city=k%', 0],
    ['deviceType=mobile', 2],
    ['device_type=MOBILE,desktop', 8],
    ['browser=chrome', 2],
    ['browser=chrome&browser=safari', 4],
    ['browser=-chrome,-safari', 4],
    ['utmSource=news, letter', 3],
    ['utm_source=news', 0],
    ['referrerDomain=NEWS.example', 3],
    ['referrer_domain=other.example', 0],
    ["city=' or 1 = 1 --", 0],
    ['city=\\', 0],
    ['browser=chrome&countryCode=ci', 0],
    ['region=', 8],
    ['unknown=1', 8],
  ])('%s leaves %i clicks', async (filter, clicks) => {
    expect(await total(`${march}&${encodeURI(filter)}`)).toBe(clicks)
  })
})

describe('the timeline of one short URL', () => {
  it('is found by UUID, code and alias, in both path families', async () => {
    for (const id of [link.id, 'spring']) {
      expect(await total(march, `/analytics/timeline/${id}`)).toBe(5)
      expect(await total(march, `/analytics/url/${id}/timeline`)).toBe(5)
    }
    expect(await total(march, '/analytics/timeline/all')).toBe(8)
  })

  it('is 404 NOT_FOUND for an unknown one and for one of another account', async () => {
    const stranger = await createKey(stores.sql, await createAccount(stores.sql))
    for (const asked of [
      await api.request('GET', '/analytics/timeline/nothing-here', { key }),
      await api.request('GET', `/analytics/timeline/${link.id}`, { key: stranger.key }),
      await api.request('GET', '/analytics/url/spring/timeline', { key: stranger.key }),
    ]) {
      expect(asked).toMatchObject({ status: 404, json: { success: false, error: { code: 'NOT_FOUND' } } })
    }
  })
})

describe('the timeline refuses', () => {
  it.each([
    ['days=0', 'days'],
    ['days=366', 'days'],
    ['days=x', 'days'],
    ['days=1&days=2', 'days'],
    ['granularity=week', 'granularity'],
    ['dateRange=yesterday', 'dateRange'],
    ['dateRange=custom', 'startDate'],
    ['startDate=2026-13-01', 'startDate'],
    ['startDate=2026-03-02&endDate=2026-03-01', 'period'],
    ['timezone=Mars/Olympus', 'timezone'],
    ['device_type=toaster', 'deviceType'],
    ['granularity=hour&startDate=2000-01-01&endDate=2020-01-01', '10000 intervals'],
  ])('%s with 400 BAD_REQUEST that names it', async (query, named) => {
    const { status, json } = await api.request('GET', `/analytics/timeline?${query}`, { key })
    expect({ status, code: json.error?.code }).toEqual({ status: 400, code: 'BAD_REQUEST' })
    expect(json.error.details).toEqual(expect.stringContaining(named))
  })

  it('who shows no key (401) or one without the analytics permission (403)', async () => {
    const { key: reader } = await createKey(stores.sql, account, ['read'])
    expect(await api.request('GET', '/analytics/timeline')).toMatchObject({
      status: 401,
      json: { error: { code: 'UNAUTHORIZED' } },
    })
    expect(await api.request('GET', '/analytics/timeline', { key: reader })).toMatchObject({
      status: 403,
      json: { error: { code: 'FORBIDDEN' } },
    })
  })

  it('with 503 SERVICE_UNAVAILABLE while the click store is away', async () => {
    const ch = connectClickhouse('http://nobody:nothing@127.0.0.1:9/waymark')
    const lonely = await startApi({ ...stores, ch })
    const { status, json, headers } = await lonely.request('GET', '/analytics/timeline', { key })
    await lonely.close()
    await ch.close()
    expect({ status, code: json.error.code }).toEqual({ status: 503, code: 'SERVICE_UNAVAILABLE' })
    expect(headers.get('retry-after')).toBe('2')
  })
})

it('ends its query when the client goes away', async () => {
  let signal: AbortSignal | undefined
  const slow: TestStores['ch'] = {
    ...stores.ch,
    query: (statement, row, options) => {
      signal = options?.signal
      return stores.ch.query(sql`select * from (${statement}) where sleepEachRow(0.05) = 0`, row, options)
    },
  }
  const patient = await startApi({ ...stores, ch: slow })
  const client = new AbortController()
  const asked = fetch(`${patient.url}/api/v1/analytics/timeline?days=365`, {
    headers: { authorization: `Bearer ${key}` },
    signal: client.signal,
  })
  const given = Promise.allSettled([asked])
  await eventually(() => expect(signal?.aborted).toBe(false))
  client.abort()
  expect(await given).toMatchObject([{ status: 'rejected' }])
  await eventually(() => expect(signal?.aborted).toBe(true), 5_000)
  await patient.close()
})

it('finds the clicks of an account by the primary key', async () => {
  const period = { from: Date.parse('2026-03-28'), to: Date.parse('2026-04-01') }
  const where = compileFilter(
    { account_id: account.id, domain_ids: null, link_id: link.id, campaign_ids: null },
    period,
    filterQuery.parse({}),
  )
  const statement = timeline(where, { granularity: 'day', period, timezone: 'UTC' })
  const plan = await stores.ch.query(sql`explain indexes = 1 ${statement}`, z.object({ explain: z.string() }))
  const text = plan.map(({ explain }) => explain).join('\n')
  expect(text).toMatch(/PrimaryKey\s+Keys:\s+account_id\s+link_id\s+clicked_at/)
  expect(text).toMatch(/Partition/)
})
