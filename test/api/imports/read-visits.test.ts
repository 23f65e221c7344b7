import { expect, it } from 'vitest'
import { z } from 'zod'
import { ch, uuid } from '#runtime/ch-tag.ts'
import type { ClickHouse } from '#runtime/clickhouse.ts'
import { runImport } from '../../../workers/imports/run-import.ts'
import { ask, importFrom, work } from '../support/imports.ts'
import { account, get, remove, stores, useShortUrls } from '../support/short-urls.ts'
import { token } from './services/serve.ts'
import { type ShlinkVisit, serveShlink } from './services/shlink.ts'

useShortUrls({ IMPORT_ALLOW_PRIVATE: 'true' })

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'
let made = 0
const slug = () => `visited-${made++}`
const read = async (code: string) => (await get(`/short-urls/${code}`)).json.data
const minuteMs = 60_000
const visits = (count: number, special: Partial<ShlinkVisit> = {}): ShlinkVisit[] =>
  Array.from({ length: count }, (_, index) => ({
    date: new Date(Date.UTC(2024, 0, 1) + index * minuteMs).toISOString(),
    userAgent: firefox,
    ...special,
  }))

const stored = (statement = ch`uniqExact(click_id) as clicks`) =>
  stores.ch.query(
    ch`select count() as rows, ${statement} from clicks where account_id = ${uuid(account.id)} and imported_from = 'shlink'`,
    z.object({ rows: z.int(), clicks: z.int() }),
  )
const begin = async (base_url: string) =>
  (await ask('POST', '', { source: 'shlink', token, base_url })).json.data.id as string

/** Passes inserts on, and then fails: the worker was killed before it knew. */
function failAfter(inserts: number): ClickHouse {
  let count = 0
  return {
    ...stores.ch,
    async insert(...insertion) {
      await stores.ch.insert(...insertion)
      if (++count === inserts) throw new Error('killed')
    },
  }
}

it('stores visits as clicks with their time, place, agent and referrer, next to the click totals', async () => {
  const [code, bare] = [slug(), slug()]
  const service = await serveShlink([
    {
      shortCode: code,
      visits: [
        {
          date: '2023-05-06T07:08:09+02:00',
          referer: 'https://www.google.com/',
          userAgent: firefox,
          visitLocation: { countryCode: 'DE', countryName: 'Germany', regionName: 'Berlin', cityName: 'Berlin' },
        },
        { date: '2023-05-07T00:00:00+00:00', userAgent: 'Googlebot/2.1', potentialBot: true },
        { date: '2023-05-08T00:00:00+00:00', userAgent: '', visitLocation: null },
        { date: '2999-01-01T00:00:00+00:00', userAgent: firefox },
      ],
    },
    { shortCode: bare },
  ])
  const record = await importFrom('shlink', service.url)
  expect(record).toMatchObject({
    status: 'completed',
    analysis: { found: 2, visits: 4 },
    result: { created: 2, visits: 3 },
  })
  expect(await read(code)).toMatchObject({
    // The total of the source, without bots. The last visit came after the import began.
    stored_clicks: 3,
    click_count: 3,
    actual_clicks: 2,
    unique_visitors: 2,
    last_clicked_at: '2023-05-08T00:00:00.000Z',
  })
  const columns = ch`traffic, country, country_code, continent, region, city, browser, os, device_type, referrer_domain, source`
  expect(
    await stores.ch.query(
      ch`select ${columns} from clicks where account_id = ${uuid(account.id)} order by clicked_at`,
      z.record(z.string(), z.string()),
    ),
  ).toMatchObject([
    {
      traffic: 'human',
      country: 'Germany',
      country_code: 'de',
      continent: 'Europe',
      region: 'Berlin',
      city: 'Berlin',
      browser: 'Firefox',
      os: 'Linux',
      device_type: 'desktop',
      referrer_domain: 'google.com',
      source: 'Search',
    },
    { traffic: 'bot' },
    { country_code: '', source: 'Direct' },
  ])
  const exported = await get(`/analytics/export?format=ndjson&shortUrlId=${code}&dateRange=all_time`)
  expect(exported.text).toContain('"imported_from":"shlink"')
  const types = await stores.sql`select distinct type from webhook_messages where account_id = ${account.id}`
  expect(types.map(({ type }) => type).toSorted()).toEqual(['import.completed', 'url.created'])
  expect(await stores.sql`select from import_sources where import_id = ${record.id}`).toHaveLength(0)
})

it('reads all pages, and stores each visit once if a worker dies after an insert, or two have the import', async () => {
  const service = await serveShlink([
    { shortCode: slug(), visits: visits(2_500) },
    { shortCode: slug(), visits: visits(5) },
  ])
  const id = await begin(service.url)
  const stopping = new AbortController()
  for (const inserts of [1, 2]) {
    await stores.sql`update imports set due_at = now() where id = ${id}`
    await runImport({ ...stores, ch: failAfter(inserts) }, id, stopping.signal)
    expect((await stores.sql`select state, failures from imports where id = ${id}`)[0]?.['state']).toBe('running')
  }
  await Promise.all([1, 2].map(() => runImport(stores, id, stopping.signal)))
  expect(await work(id)).toMatchObject({ status: 'completed', result: { created: 2, visits: 2_505 } })
  expect(await stored()).toEqual([{ rows: 2_505, clicks: 2_505 }])
  expect(await stores.sql`select from import_visits where import_id = ${id}`).toHaveLength(0)
  const counted = await stores.sql`
    select clicks from link_counts join links on id = link_id where links.account_id = ${account.id} order by clicks`
  expect(counted).toEqual([{ clicks: 5 }, { clicks: 2_500 }])
})

it('stores visits of twelve years, which have more months than one insert can', async () => {
  const months = Array.from({ length: 144 }, (_, month) => ({ date: new Date(Date.UTC(2010, month, 2)).toISOString() }))
  const service = await serveShlink([{ shortCode: slug(), visits: months }])
  expect(await importFrom('shlink', service.url)).toMatchObject({ status: 'completed', result: { visits: 144 } })
  expect(await stored(ch`uniqExact(toYYYYMM(clicked_at)) as clicks`)).toEqual([{ rows: 144, clicks: 144 }])
})

it('leaves visits out if they are turned off, and deletes the token earlier', async () => {
  const service = await serveShlink([{ shortCode: slug(), visits: visits(3) }])
  const record = await importFrom('shlink', service.url, { visits: false })
  expect(record).toMatchObject({ analysis: { visits: 0 }, result: { created: 1, visits: 0 } })
  expect(service.calls.filter((call) => call.includes('/visits'))).toEqual([])
  expect(await stored()).toEqual([{ rows: 0, clicks: 0 }])
})

it('skips the visits of links that were deleted in Waymark or in the service during the import', async () => {
  const [here, there, kept] = [slug(), slug(), slug()]
  const urls = [here, there, kept].map((shortCode) => ({ shortCode, visits: visits(2) }))
  const service = await serveShlink(urls)
  const { id } = (await ask('POST', '', { source: 'shlink', token, base_url: service.url, dry_run: true })).json.data
  expect(await work(id)).toMatchObject({ status: 'ready', analysis: { visits: 6 } })
  expect(await stores.sql`select from import_sources where import_id = ${id}`).toHaveLength(1)
  urls.splice(1, 1)
  await ask('POST', `/${id}/resume`)
  // Its links exist, and its visits are read later.
  service.troubles.push({ status: 429, headers: { 'retry-after': '60' } })
  await work(id)
  expect((await remove((await read(here)).id)).status).toBe(200)
  expect(await work(id)).toMatchObject({ status: 'completed', result: { created: 3, visits: 2 } })
  expect(await stored()).toEqual([{ rows: 2, clicks: 2 }])
})

it('fails with a clear error if the token may not read visits, and keeps the links', async () => {
  const service = await serveShlink([{ shortCode: slug(), visits: visits(2) }])
  const { id } = (await ask('POST', '', { source: 'shlink', token, base_url: service.url, dry_run: true })).json.data
  await work(id)
  await ask('POST', `/${id}/resume`)
  service.troubles.push({ status: 403 })
  expect(await work(id)).toMatchObject({
    status: 'failed',
    error: 'Shlink rejected the token. Check that it is valid and may read links.',
    result: { created: 1, visits: 0 },
  })
})
