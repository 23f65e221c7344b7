import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { int, ch as sql, text } from '#runtime/ch-tag.ts'
import { connectClickhouse } from '#runtime/clickhouse.ts'
import { eventually } from '../../stack/eventually.ts'
import type { TestStores } from '../../stack/stores.ts'
import { expectError } from '../support/expect-error.ts'
import { startApi, type TestApi } from '../support/http.ts'
import { openReports, type Reports } from '../support/reports.ts'

let reports: Reports
beforeAll(async () => {
  reports = await openReports()
  await reports.makeUrl({ custom_alias: 'ant' })
})
afterAll(() => reports.close())

const paths = [
  '/analytics/top-performing-urls',
  '/analytics/recent',
  '/analytics/clicks/all',
  '/analytics/overview',
  '/analytics/url/ant/overview',
  '/analytics/complete/all',
  '/analytics/export',
  '/qranalytics/overview',
  '/qranalytics/timeline',
  '/qranalytics/devices',
  '/qranalytics/locations',
  '/qranalytics/referrers',
  '/qranalytics/top-qr-codes',
]

const mostSlow = 3

/** The API on a click store that runs this query instead of each query. */
async function withQuery(replace: TestStores['ch']['query'], use: (api: TestApi) => Promise<void>): Promise<void> {
  const api = await startApi({ ...reports.stores, ch: { ...reports.stores.ch, query: replace } })
  try {
    await use(api)
  } finally {
    await api.close()
  }
}

/** A query that takes this many seconds, with a mark to find it in the store. */
const slow = (mark: string, seconds: number) => sql`
  select sleepEachRow(0.1), ${text(mark)} as mark
  from numbers(${int(seconds * 10)})
  settings max_block_size = 1`

async function isRunning(mark: string): Promise<boolean> {
  const processes = await reports.stores.ch.query(
    sql`select count() as count from system.processes where position(query, ${text(mark)}) > 0 and position(query, 'sleepEachRow') > 0
      and position(query, 'system.processes') = 0`,
    z.object({ count: z.int() }),
  )
  return (processes[0]?.count ?? 0) > 0
}

describe.each([
  ['behind a proxy', 502, '<html><h1>502 Bad Gateway</h1></html>'],
  [
    'in part',
    500,
    'Code: 279. DB::NetException: All connection tries failed. (ALL_CONNECTION_TRIES_FAILED) (version 26.3.1.1)',
  ],
])('while the click store is away %s', (_, status, body) => {
  const proxy = createServer((_request, response) => response.writeHead(status).end(body))
  let away: ReturnType<typeof connectClickhouse>
  let api: TestApi
  beforeAll(async () => {
    await once(proxy.listen(0, '127.0.0.1'), 'listening')
    away = connectClickhouse(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}/waymark`)
    api = await startApi({ ...reports.stores, ch: away })
  })
  afterAll(async () => {
    await api.close()
    await away.close()
    proxy.close()
  })

  it('reports return 503, and links are read and changed', async () => {
    const report = await api.request('GET', '/analytics/overview', { key: reports.key })
    expectError(report, { status: 503, code: 'SERVICE_UNAVAILABLE' })
    expect((await api.request('GET', '/short-urls', { key: reports.key })).status).toBe(200)
    const changed = await api.request('PUT', '/short-urls/ant', { key: reports.key, body: { name: 'Ant' } })
    expect(changed.status).toBe(200)
  })
})

describe('while the click store is down', () => {
  let lonely: TestApi
  const away = connectClickhouse('http://nobody:nothing@127.0.0.1:9/waymark')
  beforeAll(async () => {
    lonely = await startApi({ ...reports.stores, ch: away })
  })
  afterAll(async () => {
    await lonely.close()
    await away.close()
  })

  it.each(paths)('GET %s returns 503 SERVICE_UNAVAILABLE with Retry-After', async (path) => {
    const answer = await lonely.request('GET', path, { key: reports.key })
    expectError(answer, { status: 503, code: 'SERVICE_UNAVAILABLE' })
    expect(answer.headers.get('retry-after')).toBe('2')
  })

  it('lists of short URLs still work, with the clicks counted in Postgres', async () => {
    const { status, json } = await lonely.request('GET', '/short-urls', { key: reports.key })
    expect(status).toBe(200)
    expect(json.data).toMatchObject([{ short_code: 'ant', click_count: 0, actual_clicks: null, unique_visitors: null }])
    expect((await lonely.request('GET', '/short-urls/ant', { key: reports.key })).status).toBe(200)
  })
})

it('a query that takes too long returns 503 SERVICE_UNAVAILABLE', async () => {
  const hasty: TestStores['ch']['query'] = (_, row, options) =>
    reports.stores.ch.query(slow(randomUUID(), 60), row, { ...options, settings: { max_execution_time: 1 } })
  await withQuery(hasty, async (api) => {
    const answer = await api.request('GET', '/analytics/recent', { key: reports.key })
    expectError(answer, { status: 503, code: 'SERVICE_UNAVAILABLE' })
  })
})

it.each(paths)('GET %s cancels its queries in the click store when the client disconnects', async (path) => {
  const marks: string[] = []
  const marked: TestStores['ch']['query'] = (statement, row, options) => {
    // More would exhaust the store, which could then not report its running queries.
    if (marks.length === mostSlow) return reports.stores.ch.query(statement, row, options)
    const mark = randomUUID()
    marks.push(mark)
    return reports.stores.ch.query(slow(mark, 30), row, options)
  }
  await withQuery(marked, async (api) => {
    const client = request(`${api.url}/api/v1${path}`, { headers: { authorization: `Bearer ${reports.key}` } })
    client.end()
    client.once('error', () => undefined)
    await eventually(async () => expect(await isRunning(marks[0] ?? 'none')).toBe(true))
    client.destroy()
    const left = performance.now()
    await eventually(async () => {
      for (const mark of marks) expect(await isRunning(mark)).toBe(false)
    })
    // It would have run for half a minute.
    expect(performance.now() - left).toBeLessThan(25_000)
  })
})
