import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { int, ch as sql, text, uuid } from '#runtime/ch-tag.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { click } from '#schemas/analytics-clicks.ts'
import { createAccount } from '../../factories/account.ts'
import { storeClicks } from '../../factories/clicks.ts'
import { createKey } from '../../factories/key.ts'
import { eventually } from '../../stack/eventually.ts'
import { expectError } from '../support/expect-error.ts'
import { startApi } from '../support/http.ts'
import { openReports, type Reports } from '../support/reports.ts'

let reports: Reports
let links: { id: string }[]
beforeAll(async () => {
  reports = await openReports()
  links = [await reports.makeUrl({ custom_alias: 'ant' }), await reports.makeUrl({ custom_alias: 'bee' })]
  const { account } = reports
  const click = (at: string, special: object = {}) => ({
    account_id: account.id,
    link_id: links[0]?.id ?? '',
    at: `2026-03-${at}Z`,
    ...special,
  })
  await storeClicks(reports.stores.ch, [
    click('01T10:00:00', {
      country: 'Germany',
      country_code: 'de',
      utm_term: '=1+1',
      referrer: 'https://a.example/"x"',
    }),
    click('01T10:00:00.123', { country: 'France', country_code: 'fr', variant_id: uuidv7(), test_id: uuidv7() }),
    click('01T23:30:00', { country: 'Germany', country_code: 'de', rule_id: uuidv7() }),
    click('02T09:00:00', { qr_code_id: uuidv7(), country: 'Germany', country_code: 'de', city: 'Köln' }),
    click('02T09:30:00', { visitor_id: '18446744073709551615', link_id: links[1]?.id, language: 'pt' }),
    click('02T09:31:00', { traffic: 'bot', bot_reason: 'crawler' }),
  ])
})
afterAll(() => reports.close())

const path = '/analytics/export'

async function download(query: string, key = reports.key) {
  const answer = await fetch(`${reports.api.url}/api/v1${path}?format=parquet${query}`, {
    headers: { authorization: `Bearer ${key}` },
  })
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
}

/** The file as the click store reads it. */
async function readBack(bytes: Buffer) {
  const file = join(reports.stores.config.DATA_DIR, `${uuidv7()}.parquet`)
  await writeFile(file, bytes)
  const { ch } = reports.stores
  const rows = await ch.query(sql`select * from file(${text(file)}, 'Parquet')`, z.record(z.string(), z.unknown()))
  const columns = await ch.query(
    sql`describe table file(${text(file)}, 'Parquet')`,
    z.object({ name: z.string(), type: z.string() }),
  )
  return { rows, types: Object.fromEntries(columns.map(({ name, type }) => [name, type])) }
}

async function ndjson(query: string, key = reports.key): Promise<unknown[]> {
  const { text: lines } = await reports.ask(`${path}?format=ndjson${query}`, key)
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

describe('GET /analytics/export?format=parquet', () => {
  it('returns a file whose columns are typed', async () => {
    const { answer, bytes } = await download('')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/vnd.apache.parquet')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="clicks.parquet"')
    const { types } = await readBack(bytes)
    expect(Object.keys(types)).toEqual(Object.keys(click.shape))
    expect(types).toMatchObject({
      id: 'String',
      clicked_at: expect.stringMatching(/^DateTime64\(3, 'UTC'\)$/),
      country: 'Nullable(String)',
      is_unique: 'Bool',
      is_qr_scan: 'Bool',
      is_bot: 'Bool',
    })
  })

  it.each([
    '',
    '&traffic=all',
    '&trigger=qr',
    '&country=germany',
    '&country=france',
    '&endDate=2026-03-01',
    '&startDate=2026-03-01&endDate=2026-03-02&timezone=Asia/Tokyo',
    '&shortUrlId=bee',
    '&dateRange=last_hour',
  ])('has the clicks of the NDJSON file for %j', async (query) => {
    const { rows } = await readBack((await download(query)).bytes)
    expect(rows).toEqual(await ndjson(query))
  })

  it('has each of many clicks once, and the first click of each visitor in each window', async () => {
    const account = await createAccount(reports.stores.sql)
    const { key } = await createKey(reports.stores.sql, account)
    await reports.stores.ch.command(sql`
      insert into clicks (account_id, link_id, clicked_at, click_id, visitor_id, traffic, device_type, source)
      select ${uuid(account.id)}, toUUID(concat('01900000-0000-7000-8000-00000000000', toString(number % 3))),
        toDateTime64('2026-03-01 00:00:00', 3, 'UTC') + toIntervalSecond(intDiv(number, 7) * 60), generateUUIDv4(),
        number % 500, 'human', 'desktop', 'Direct'
      from numbers(${int(12_345)})`)
    const { rows } = await readBack((await download('', key)).bytes)
    expect(rows).toHaveLength(12_345)
    expect(rows).toEqual(await ndjson('', key))
  })

  it('withholds what the free plan does not include', async () => {
    const free = await createAccount(reports.stores.sql, { plan: 'free' })
    const { key } = await createKey(reports.stores.sql, free)
    await storeClicks(reports.stores.ch, [
      { account_id: free.id, utm_source: 'x', browser: 'Chrome', country: 'Germany', at: '2026-03-01T10:00:00Z' },
    ])
    const { rows } = await readBack((await download('', key)).bytes)
    expect(rows).toMatchObject([
      { country: 'Germany', browser: null, device_type: null, source: null, utm_source: null },
    ])
    expect(rows).toEqual(await ndjson('', key))
  })

  it("never has another account's clicks", async () => {
    const other = (await createKey(reports.stores.sql, await createAccount(reports.stores.sql))).key
    expect((await readBack((await download('', other)).bytes)).rows).toEqual([])
    const refused = await reports.ask(`${path}?format=parquet&shortUrlId=${links[0]?.id}`, other)
    expectError(refused, { status: 404, code: 'NOT_FOUND' })
  })

  it('is an error as a whole if the click store fails, and ends its query when the client disconnects', async () => {
    const { ch } = reports.stores
    let asked: AbortSignal | undefined
    const holding = (signal: AbortSignal | undefined) =>
      new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)))
    const away = Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
    const failing = await startApi({ ...reports.stores, ch: { ...ch, readParquet: () => Promise.reject(away) } })
    const slow = await startApi({
      ...reports.stores,
      ch: {
        ...ch,
        readParquet: (_, options) => {
          asked = options?.signal
          return holding(asked)
        },
      },
    })
    const { key } = reports
    expectError(await failing.request('GET', `${path}?format=parquet`, { key }), {
      status: 503,
      code: 'SERVICE_UNAVAILABLE',
    })
    const leaving = new AbortController()
    const left = fetch(`${slow.url}/api/v1${path}?format=parquet`, {
      headers: { authorization: `Bearer ${key}` },
      signal: leaving.signal,
    })
    await eventually(() => expect(asked).toBeDefined())
    leaving.abort()
    await expect(left).rejects.toThrow()
    await eventually(() => expect(asked?.reason).toMatchObject({ name: 'AbortError' }))
    await Promise.all([failing.close(), slow.close()])
  })
})
