import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#runtime/uuid.ts'
import { createAccount } from '../../factories/account.ts'
import { storeClicks } from '../../factories/clicks.ts'
import { createKey } from '../../factories/key.ts'
import { expectError } from '../support/expect-error.ts'
import { openReports, type Reports } from '../support/reports.ts'

let reports: Reports
let ant: { id: string }
let bee: { id: string }
const clickIds = Array.from({ length: 8 }, (_, number) => `01900000-0000-7000-8000-00000000000${number}`)
const qr_code_id = uuidv7()
const variant_id = uuidv7()

/**
 *      link  visitor  at (March 2026)
 *   0  ant   1        1st 10:00  with every field set
 *   1  ant   1        1st 23:59
 *   2  ant   1        2nd 00:00  visitor ids change at midnight UTC
 *   3  ant   2        2nd 09:00  a bot
 *   4  ant   2        2nd 10:00
 *   5  bee   1        2nd 00:00  the first click on that link
 *   6  bee   3        2nd 11:00  a scan
 *   7  bee   3        2nd 11:00  in the same millisecond
 */
beforeAll(async () => {
  reports = await openReports()
  const { stores, account, makeUrl } = reports
  ant = await makeUrl({ custom_alias: 'ant' })
  bee = await makeUrl({ custom_alias: 'bee' })
  const click = (number: number, link: { id: string }, visitor_id: string, at: string) => ({
    account_id: account.id,
    click_id: clickIds[number] ?? '',
    link_id: link.id,
    visitor_id,
    at: `2026-03-0${at}Z`,
  })
  await storeClicks(stores.ch, [
    { ...click(0, ant, '1', '1T10:00:00'), ...everything, variant_id },
    click(1, ant, '1', '1T23:59:00'),
    click(2, ant, '1', '2T00:00:00'),
    { ...click(3, ant, '2', '2T09:00:00'), traffic: 'bot', bot_reason: 'user-agent' },
    click(4, ant, '2', '2T10:00:00'),
    click(5, bee, '1', '2T00:00:00'),
    { ...click(6, bee, '3', '2T11:00:00'), qr_code_id },
    click(7, bee, '3', '2T11:00:00'),
  ])
})
afterAll(() => reports.close())

const devices = {
  device_type: 'mobile',
  browser: 'Safari',
  browser_version: '18',
  os: 'iOS',
  os_version: '18.1',
} as const
const source = { referrer: 'https://t.co/x', referrer_domain: 't.co', source: 'Social' } as const
const utm = {
  utm_source: 's',
  utm_medium: 'm',
  utm_campaign: 'c',
  utm_term: 't',
  utm_content: 'o',
}
const place = { country: 'Germany', country_code: 'de', region: 'Hamburg', city: 'Hamburg', continent: 'Europe' }
const everything = { ...devices, ...source, ...utm, ...place, language: 'de', destination_url: 'https://example.com/a' }

/** The numbers of the returned clicks in the table above. */
async function numbers(query: string, path = '/analytics/clicks/all') {
  const { data } = await reports.read(`${path}?${query}`)
  return data.map(({ id }: { id: string }) => clickIds.indexOf(id))
}

describe('GET /analytics/clicks/{id} and /analytics/url/{id}/clicks', () => {
  it('returns the clicks of one short URL, latest first, at both paths and for any of its ids', async () => {
    for (const id of [ant.id, 'ant']) {
      expect(await numbers('', `/analytics/clicks/${id}`)).toEqual([4, 2, 1, 0])
      expect(await numbers('', `/analytics/url/${id}/clicks`)).toEqual([4, 2, 1, 0])
    }
  })

  it('returns the clicks of all links for the id all', async () => {
    expect(await numbers('traffic=all')).toEqual([7, 6, 4, 3, 5, 2, 1, 0])
  })

  it('returns these fields in each row, and never an IP address', async () => {
    const { data } = await reports.read('/analytics/clicks/ant?country=germany')
    expect(data).toEqual([
      {
        id: clickIds[0],
        clicked_at: '2026-03-01T10:00:00.000Z',
        short_url_id: ant.id,
        ...everything,
        variant_id,
        rule_id: null,
        is_unique: true,
        is_qr_scan: false,
        is_bot: false,
        bot_reason: null,
        imported_from: null,
      },
    ])
  })

  it('returns null for unknown values, and marks scans and bots', async () => {
    const { data } = await reports.read('/analytics/clicks/all?traffic=bot')
    expect(data).toMatchObject([
      { id: clickIds[3], is_bot: true, bot_reason: 'user-agent', country: null, referrer: null, variant_id: null },
    ])
    expect((await reports.read('/analytics/clicks/all?trigger=qr')).data).toMatchObject([
      { id: clickIds[6], is_qr_scan: true, is_bot: false },
    ])
  })

  it('is_unique marks the first click of a visitor on a link in a window, apart from bots, whatever the filters', async () => {
    const { data } = await reports.read('/analytics/clicks/all?traffic=all')
    const unique = data.filter(({ is_unique }: { is_unique: boolean }) => is_unique)
    const found = unique.map(({ id }: { id: string }) => clickIds.indexOf(id))
    expect(new Set(found)).toEqual(new Set([0, 2, 3, 4, 5, 6]))
    const later = await reports.read(
      '/analytics/clicks/ant?startDate=2026-03-01T12:00:00Z&endDate=2026-03-02T12:00:00Z',
    )
    expect(later.data.map(({ is_unique }: { is_unique: boolean }) => is_unique)).toEqual([true, true, false])
  })

  it('uses the configured length of visitor windows', async () => {
    const wide = await openReports()
    const link = await wide.makeUrl({ custom_alias: 'wide' })
    const click = { account_id: wide.account.id, link_id: link.id }
    await storeClicks(wide.stores.ch, [
      { ...click, at: '2026-03-01T10:00:00Z' },
      { ...click, at: '2026-03-02T10:00:00Z' },
    ])
    const unique = async () =>
      (await wide.read('/analytics/clicks/all')).data.map(({ is_unique }: { is_unique: boolean }) => is_unique)
    expect(await unique()).toEqual([true, true])
    wide.stores.config.VISITOR_WINDOW_DAYS = 365
    expect(await unique()).toEqual([false, true])
    await wide.close()
  })
})

describe('pages of clicks', () => {
  it.each([
    ['limit=3', [4, 2, 1], { page: 1, limit: 3, total: 4, total_pages: 2, has_more: true }],
    ['limit=3&page=2', [0], { page: 2, limit: 3, total: 4, total_pages: 2, has_more: false, next_cursor: null }],
    ['limit=3&page=3', [], { page: 3, total: 4, has_more: false, next_cursor: null }],
    ['', [4, 2, 1, 0], { page: 1, limit: 10, total: 4, total_pages: 1, has_more: false, next_cursor: null }],
  ])('%s', async (query, expected, pagination) => {
    expect(await numbers(query, '/analytics/clicks/ant')).toEqual(expected)
    expect((await reports.read(`/analytics/clicks/ant?${query}`)).pagination).toMatchObject(pagination)
  })

  it('follow the cursor through every click once, even within one millisecond', async () => {
    const seen: number[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const query: string = `traffic=all&limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`
      const { data, pagination } = await reports.read(`/analytics/clicks/all?${query}`)
      expect(pagination.total).toBe(8)
      seen.push(clickIds.indexOf(data[0].id))
      cursor = pagination.next_cursor
      expect(seen.length).toBeLessThanOrEqual(8)
    }
    expect(seen).toEqual(await numbers('traffic=all'))
  })
})

describe('invalid requests', () => {
  it.each([
    ['limit=101', 'limit'],
    ['page=0', 'page'],
    ['cursor=nonsense', 'cursor'],
    ['cursor=MTIzX3g', 'cursor'],
  ])('%s returns 400 BAD_REQUEST', async (query, named) => {
    const answer = await reports.ask(`/analytics/clicks/all?${query}`)
    expectError(answer, { status: 400, code: 'BAD_REQUEST', details: expect.stringContaining(named) })
  })

  it("an unknown short URL, or another account's, returns 404 NOT_FOUND", async () => {
    const { key } = await createKey(reports.stores.sql, await createAccount(reports.stores.sql))
    for (const path of [`/analytics/clicks/${ant.id}`, '/analytics/url/ant/clicks']) {
      expectError(await reports.ask(path, key), { status: 404, code: 'NOT_FOUND' })
    }
    expectError(await reports.ask('/analytics/clicks/nothing'), { status: 404, code: 'NOT_FOUND' })
  })
})

it('withholds what the free plan does not include', async () => {
  const free = await createAccount(reports.stores.sql, { plan: 'free' })
  const { key } = await createKey(reports.stores.sql, free)
  await storeClicks(reports.stores.ch, [
    { account_id: free.id, link_id: uuidv7(), at: '2026-03-01T10:00:00Z', ...everything },
  ])
  const { json } = await reports.ask('/analytics/clicks/all', key)
  const nulled = (values: object) => Object.fromEntries(Object.keys(values).map((name) => [name, null]))
  expect(json.data).toMatchObject([{ ...place, ...nulled(devices), ...nulled(source), ...nulled(utm), language: 'de' }])
})
