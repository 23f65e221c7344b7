import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { int, ch as sql, uuid } from '#runtime/ch-tag.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { createAccount } from '../../factories/account.ts'
import { storeClicks } from '../../factories/clicks.ts'
import { createKey } from '../../factories/key.ts'
import { eventually } from '../../stack/eventually.ts'
import type { TestStores } from '../../stack/stores.ts'
import { expectError } from '../support/expect-error.ts'
import { startApi } from '../support/http.ts'
import { openReports, type Reports } from '../support/reports.ts'

let reports: Reports
let ant: { id: string }
const clickIds = Array.from({ length: 3 }, (_, number) => `01900000-0000-7000-8000-00000000000${number}`)

/**
 * Clicks of ant in March 2026: on the 1st at 10:00 with hostile values, and at 23:30 by the same visitor; on
 * the 2nd a scan.
 */
beforeAll(async () => {
  reports = await openReports()
  ant = await reports.makeUrl({ custom_alias: 'ant' })
  const click = (number: number, at: string) => ({
    account_id: reports.account.id,
    link_id: ant.id,
    click_id: clickIds[number] ?? '',
    at: `2026-03-0${at}Z`,
  })
  await storeClicks(reports.stores.ch, [
    {
      ...click(0, '1T10:00:00'),
      country: 'Germany',
      country_code: 'de',
      continent: 'Europe',
      city: 'He said "hi", twice\nthen left',
      utm_source: '=HYPERLINK("http://evil.example")',
      utm_medium: '+1',
      utm_campaign: '-1',
      utm_term: '@sum',
      utm_content: '\tx',
      destination_url: 'https://example.com/',
    },
    click(1, '1T23:30:00'),
    { ...click(2, '2T09:00:00'), visitor_id: '2', qr_code_id: uuidv7(), device_type: 'mobile', source: 'Search' },
    { ...click(2, '2T09:00:00'), click_id: uuidv7(), traffic: 'bot' },
  ])
})
afterAll(() => reports.close())

const path = '/analytics/export'
const columns =
  'id,clicked_at,short_url_id,country,country_code,region,city,continent,device_type,browser,browser_version,os,os_version,' +
  'language,referrer,referrer_domain,source,utm_source,utm_medium,utm_campaign,utm_term,utm_content,destination_url,' +
  'variant_id,rule_id,is_unique,is_qr_scan,is_bot,bot_reason,imported_from'

/** A new account with clicks from `insert .. select`, and a key for it. */
async function withManyClicks(count: number) {
  const { stores } = reports
  const account = await createAccount(stores.sql)
  const { key } = await createKey(stores.sql, account)
  await stores.ch.command(sql`
    insert into clicks (account_id, link_id, clicked_at, click_id, visitor_id, traffic, device_type, source)
    select ${uuid(account.id)}, toUUID('01900000-0000-7000-8000-000000000001'),
      toDateTime64('2026-03-01 00:00:00', 3, 'UTC') + toIntervalSecond(intDiv(number, 7)), generateUUIDv4(), number % 1000,
      'human', 'desktop', 'Direct'
    from numbers(${int(count)})`)
  return { account, key }
}

describe('GET /analytics/export', () => {
  it('returns clicks as a CSV download: a header, then a line for each click', async () => {
    const { status, headers, text } = await reports.ask(path)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toContain('text/csv')
    expect(headers.get('content-disposition')).toBe('attachment; filename="clicks.csv"')
    const hostile = `"'=HYPERLINK(""http://evil.example"")",'+1,'-1,'@sum,'\tx,https://example.com/,,,true,false,false,,`
    expect(text).toBe(
      `${columns}\n` +
        `${clickIds[0]},2026-03-01T10:00:00.000Z,${ant.id},Germany,de,,"He said ""hi"", twice\nthen left",Europe,desktop` +
        `,,,,,,,,Direct,${hostile}\n` +
        `${clickIds[1]},2026-03-01T23:30:00.000Z,${ant.id},,,,,,desktop,,,,,,,,Direct,,,,,,,,,false,false,false,,\n` +
        `${clickIds[2]},2026-03-02T09:00:00.000Z,${ant.id},,,,,,mobile,,,,,,,,Search,,,,,,,,,true,true,false,,\n`,
    )
  })

  it("shortUrlId exports one short URL, by UUID or slug; another account's or unknown one returns 404", async () => {
    const bee = await reports.makeUrl({ custom_alias: 'bee' })
    const linesOf = async (id: string) =>
      (await reports.ask(`${path}?format=ndjson&shortUrlId=${id}`)).text.split('\n').length - 1
    expect([await linesOf(ant.id), await linesOf('ant'), await linesOf(bee.id)]).toEqual([3, 3, 0])
    expectError(await reports.ask(`${path}?shortUrlId=${uuidv7()}`), { status: 404, code: 'NOT_FOUND' })
  })

  it('returns clicks as NDJSON, each in the format of /analytics/clicks', async () => {
    const { headers, text } = await reports.ask(`${path}?dataset=clicks&format=ndjson`)
    expect(headers.get('content-type')).toContain('application/x-ndjson')
    expect(headers.get('content-disposition')).toBe('attachment; filename="clicks.ndjson"')
    const rows = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(rows.reverse()).toEqual((await reports.read('/analytics/clicks/all')).data)
  })

  it('returns days as CSV and NDJSON', async () => {
    const address = 'http://localhost:8080/ant'
    expect((await reports.ask(`${path}?dataset=daily`)).text).toBe(
      'date,short_url_id,short_url,clicks,unique_visitors\n' +
        `2026-03-01,${ant.id},${address},2,1\n` +
        `2026-03-02,${ant.id},${address},1,1\n`,
    )
    const { text } = await reports.ask(`${path}?dataset=daily&format=ndjson&timezone=Europe/Berlin`)
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { date: '2026-03-01', short_url_id: ant.id, short_url: address, clicks: 1, unique_visitors: 1 },
      { date: '2026-03-02', short_url_id: ant.id, short_url: address, clicks: 2, unique_visitors: 2 },
    ])
  })

  it.each([
    ['', 3],
    ['traffic=all', 4],
    ['trigger=qr', 1],
    ['country=germany', 1],
    ['endDate=2026-03-01', 2],
    ['dateRange=last_hour', 0],
  ])('accepts the common filters: %s leaves %i rows', async (query, rows) => {
    const { text } = await reports.ask(`${path}?format=ndjson&${query}`)
    expect(text.split('\n').length - 1).toBe(rows)
  })

  it.each([
    ['format=parquet&dataset=daily', 'format=parquet'],
    ['format=xlsx', 'format'],
    ['dataset=links', 'dataset'],
    ['startDate=yesterday', 'startDate'],
  ])('returns 400 BAD_REQUEST for %s', async (query, named) => {
    const details = expect.stringContaining(named)
    expectError(await reports.ask(`${path}?${query}`), { status: 400, code: 'BAD_REQUEST', details })
  })

  it('returns 401 UNAUTHORIZED without a key', async () => {
    expectError(await reports.api.request('GET', path), { status: 401, code: 'UNAUTHORIZED' })
  })

  it('withholds what the free plan does not include', async () => {
    const { stores } = reports
    const free = await createAccount(stores.sql, { plan: 'free' })
    const { key } = await createKey(stores.sql, free)
    await storeClicks(stores.ch, [
      { account_id: free.id, utm_source: 'x', browser: 'Chrome', at: '2026-03-01T10:00:00Z' },
    ])
    const { text } = await reports.ask(`${path}?format=ndjson`, key)
    expect(JSON.parse(text)).toMatchObject({ device_type: null, browser: null, source: null, utm_source: null })
  })
})

describe('a long export', () => {
  it('streams page after page, with every click once', async () => {
    const { key } = await withManyClicks(12_345)
    const { text } = await reports.ask(`${path}?format=ndjson`, key)
    const rows = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(new Set(rows.map(({ id }) => id)).size).toBe(12_345)
    expect(rows).toHaveLength(12_345)
    const times = rows.map(({ clicked_at }) => clicked_at)
    expect(times).toEqual(times.toSorted())
    expect(rows.filter(({ is_unique }) => is_unique)).toHaveLength(1_000)
  })

  it('with too many rows returns 400 BAD_REQUEST with their number', async () => {
    const { key } = await withManyClicks(1_000_001)
    const details = 'An export has at most 1,000,000 rows, and this one would have 1,000,001. Shorten the period.'
    expectError(await reports.ask(path, key), { status: 400, code: 'BAD_REQUEST', details })
    expect((await reports.ask(`${path}?dataset=daily`, key)).status).toBe(200)
  })

  it('is aborted if the click store fails midway, and never looks complete', async () => {
    const { key } = await withManyClicks(12_345)
    let pages = 0
    const failing: TestStores['ch'] = {
      ...reports.stores.ch,
      query: (statement, row, options) => {
        pages += 1
        if (pages > 4) throw new Error('the store failed')
        return reports.stores.ch.query(statement, row, options)
      },
    }
    const api = await startApi({ ...reports.stores, ch: failing })
    await expect(api.request('GET', `${path}?format=ndjson`, { key })).rejects.toThrow()
    pages = 100
    expectError(await api.request('GET', path, { key }), { status: 500, code: 'INTERNAL_ERROR' })
    await api.close()
  })

  it('is not read for a HEAD request', async () => {
    const { key } = await withManyClicks(12_345)
    let statements = 0
    const counting: TestStores['ch'] = {
      ...reports.stores.ch,
      query: (statement, row, options) => {
        statements += 1
        return reports.stores.ch.query(statement, row, options)
      },
    }
    const api = await startApi({ ...reports.stores, ch: counting })
    const { status, headers, text } = await api.request('HEAD', `${path}?format=csv`, { key })
    expect([status, headers.get('content-disposition'), headers.get('content-length'), text]).toEqual([
      200,
      expect.stringMatching(/^attachment; filename=".*\.csv"$/),
      null,
      '',
    ])
    // Its rows are counted, because there can be too many.
    expect(statements).toBe(1)
    await api.close()
  })

  it('stops querying when the client disconnects', async () => {
    const { key } = await withManyClicks(60_000)
    const asked: AbortSignal[] = []
    const holding: TestStores['ch'] = {
      ...reports.stores.ch,
      query: async (statement, row, options = {}) => {
        const { signal = new AbortController().signal } = options
        asked.push(signal)
        // Preceded by the count and the two queries of the first page. Not answered while the client waits.
        if (asked.length === 4 && !signal.aborted) await once(signal, 'abort')
        return reports.stores.ch.query(statement, row, options)
      },
    }
    const api = await startApi({ ...reports.stores, ch: holding })
    const client = request(`${api.url}/api/v1${path}?format=ndjson`, { headers: { authorization: `Bearer ${key}` } })
    client.end()
    const [answer] = (await once(client, 'response')) as [IncomingMessage]
    answer.resume()
    await eventually(() => expect(asked).toHaveLength(4))
    client.destroy()
    // Not by its time limit, which is a TimeoutError.
    await eventually(() => expect(asked[3]?.reason).toMatchObject({ name: 'AbortError' }))
    await api.close()
    expect(asked).toHaveLength(4)
  })
})
