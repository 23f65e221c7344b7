import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storeClicks } from '../../factories/clicks.ts'
import { expectError } from '../support/expect-error.ts'
import { openReports, type Reports } from '../support/reports.ts'

let reports: Reports
let links: Record<'ant' | 'bee' | 'cat', { id: string; created_at: string }>

/**
 * Clicks: ant at 10:00 (visitor 1) and 11:00 (2, in Germany), bee at 10:30 and, by a bot, at 12:00; cat at 10:45 (an unknown
 * client). A fourth short URL has none. The counter in Postgres has one more click for ant.
 */
beforeAll(async () => {
  reports = await openReports()
  const { stores, account, makeUrl } = reports
  links = {
    ant: await makeUrl({ custom_alias: 'ant', name: 'Ant' }),
    bee: await makeUrl({ custom_alias: 'bee', tracking_enabled: false }),
    cat: await makeUrl({ custom_alias: 'cat' }),
  }
  await makeUrl({ custom_alias: 'dog' })
  const click = (name: keyof typeof links, time: string) => ({
    account_id: account.id,
    link_id: links[name].id,
    at: `2026-03-01T${time}:00Z`,
  })
  await storeClicks(stores.ch, [
    click('ant', '10:00'),
    { ...click('ant', '11:00'), visitor_id: '2', country: 'Germany' },
    click('bee', '10:30'),
    { ...click('bee', '12:00'), traffic: 'bot' },
    { ...click('cat', '10:45'), traffic: 'unknown' },
  ])
  await stores.sql`update link_counts set clicks = 3 where link_id = ${links.ant.id}`
})
afterAll(() => reports.close())

const codes = async (query: string) =>
  (await reports.read(`/analytics/recent?${query}`)).data.map((url: { short_code: string }) => url.short_code)

describe('GET /analytics/recent', () => {
  it('returns short URLs with these fields, most recent click first', async () => {
    const { success, data } = await reports.read('/analytics/recent')
    expect(success).toBe(true)
    expect(data).toHaveLength(3)
    expect(data[0]).toEqual({
      id: links.ant.id,
      short_code: 'ant',
      name: 'Ant',
      original_url: 'https://example.com',
      click_count: 3,
      stored_clicks: 3,
      actual_clicks: 2,
      created_at: links.ant.created_at,
      last_clicked_at: '2026-03-01T11:00:00.000Z',
      tracking_enabled: true,
    })
    expect(data.slice(1)).toMatchObject([
      { short_code: 'cat', last_clicked_at: '2026-03-01T10:45:00.000Z', actual_clicks: 1 },
      { short_code: 'bee', name: 'bee', last_clicked_at: '2026-03-01T10:30:00.000Z', tracking_enabled: false },
    ])
  })

  it.each([
    ['limit=1', ['ant']],
    ['limit=2', ['ant', 'cat']],
    ['limit=100', ['ant', 'cat', 'bee']],
    ['traffic=all', ['bee', 'ant', 'cat']],
    ['country=Germany', ['ant']],
    ['endDate=2026-03-01T10:40:00Z', ['bee', 'ant']],
    ['dateRange=last_hour', []],
  ])('%s: %j', async (query, expected) => {
    expect(await codes(query)).toEqual(expected)
  })

  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=ten', 'limit'],
  ])('returns 400 BAD_REQUEST for %s', async (query, named) => {
    const answer = await reports.ask(`/analytics/recent?${query}`)
    expectError(answer, { status: 400, code: 'BAD_REQUEST', details: expect.stringContaining(named) })
  })

  it('returns 401 UNAUTHORIZED without a key', async () => {
    expectError(await reports.api.request('GET', '/analytics/recent'), { status: 401, code: 'UNAUTHORIZED' })
  })

  it('returns nothing to another account', async () => {
    const { json } = await reports.ask('/analytics/recent', await reports.keyOnPlan('business'))
    expect(json).toEqual({ success: true, data: [] })
  })
})
