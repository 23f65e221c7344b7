import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { compileFilter } from '#model/clicks/compile-filter.ts'
import { linksOfScope } from '#model/clicks/link-filter.ts'
import { timeline } from '#model/clicks/queries/timeline.ts'
import { totals } from '#model/clicks/queries/totals.ts'
import { relayFacts } from '#model/publish/relay-facts.ts'
import { type Fragment, ch as sql } from '#runtime/ch-tag.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { filterQuery } from '#schemas/analytics.ts'
import { createAccount, type TestAccount } from '../../factories/account.ts'
import { createCampaign } from '../../factories/campaigns.ts'
import { storeClicks } from '../../factories/clicks.ts'
import { storeFacts } from '../../factories/facts.ts'
import { createKey } from '../../factories/key.ts'
import { openTestStores, type TestStores } from '../../stack/stores.ts'
import { startApi, type TestApi } from '../support/http.ts'

let stores: TestStores
let api: TestApi
let account: TestAccount
let key: string
let spring: { id: string }
let foreign: { id: string }
let links: Record<'red' | 'blue' | 'plain', string>

/**
 * Clicks on March 1, 2026, by visitor:
 *   red    1 1 2   in the campaign Spring, tags Red and big
 *   blue   2 3     in the campaign Summer, tag blue
 *   plain  4       no campaign, no tag
 *   own    5 6     on a branded domain; only in the click store
 */
beforeAll(async () => {
  stores = await openTestStores({ RATE_LIMIT_FACTOR: '0' })
  api = await startApi(stores)
  account = await createAccount(stores.sql)
  key = (await createKey(stores.sql, account)).key
  spring = await createCampaign(stores.sql, account, 'Spring')
  await createCampaign(stores.sql, account, 'Summer')
  foreign = await createCampaign(stores.sql, await createAccount(stores.sql), 'Foreign')
  links = {
    red: await makeUrl({ campaign_id: 'Spring', tags: ['Red', 'big'] }),
    blue: await makeUrl({ campaign_id: 'Summer', tags: ['blue'] }),
    plain: await makeUrl({}),
  }
  await relay()
  const branded = uuidv7()
  await storeFacts(stores.ch, [{ account_id: account.id, link_id: branded, url_type: 'branded', rev: 1 }])
  const click = (link_id: string, visitor_id: string) => ({
    account_id: account.id,
    link_id,
    visitor_id,
    at: '2026-03-01T12:00:00Z',
  })
  await storeClicks(stores.ch, [
    ...['1', '1', '2'].map((visitor) => click(links.red, visitor)),
    ...['2', '3'].map((visitor) => click(links.blue, visitor)),
    click(links.plain, '4'),
    ...['5', '6'].map((visitor) => click(branded, visitor)),
  ])
})
afterAll(async () => {
  await api.close()
  await stores.close()
})

const relay = () => stores.sql.begin((tx) => relayFacts(tx, stores.ch))

async function makeUrl(body: Record<string, unknown>): Promise<string> {
  const { json } = await api.request('POST', '/short-urls', { key, body: { url: 'https://example.com', ...body } })
  return json.data.id
}

async function total(query: string, path = '/analytics/timeline'): Promise<number> {
  const { status, json, text } = await api.request('GET', `${path}?dateRange=all_time&${query}`, { key })
  if (status !== 200) throw new Error(`${status} ${text}`)
  return json.data.reduce((sum: number, { clicks }: { clicks: number }) => sum + clicks, 0)
}

describe('common filters on links', () => {
  it.each([
    ['', 8],
    ['campaignId=Spring', 3],
    ['campaign_id=Spring', 3],
    ['campaignId=Spring&campaignId=Summer', 5],
    ['campaignId=spring', 0],
    ['campaignId=Nobody', 0],
    ['campaignId=Nobody&campaignId=Summer', 2],
    ['campaignId=00000000-0000-0000-0000-000000000000', 0],
    ['campaignId=', 8],
    ['tags=red', 3],
    ['tags=RED,blue', 5],
    ['tags=big&tags=blue', 5],
    ['tags=-red', 5],
    ['tags=big,-red', 0],
    ['tags=none', 0],
    ['urlType=all', 8],
    ['urlType=standard', 6],
    ['url_type=branded', 2],
    ['urlType=branded,standard', 8],
    ['urlType=subdomain', 0],
    ['urlType=-branded', 6],
    ['urlType=all&tags=-blue', 6],
    ['campaignId=Spring&tags=blue', 0],
  ])('%s leaves %i clicks', async (filter, clicks) => {
    expect(await total(filter)).toBe(clicks)
  })

  it('accept a campaign by UUID, and none of another account', async () => {
    expect(await total(`campaignId=${spring.id}`)).toBe(3)
    for (const name of [foreign.id, 'Foreign']) expect(await total(`campaignId=${name}`)).toBe(0)
  })

  it('apply to one short URL too', async () => {
    expect(await total('campaignId=Spring', `/analytics/timeline/${links.red}`)).toBe(3)
    expect(await total('campaignId=Summer', `/analytics/timeline/${links.red}`)).toBe(0)
  })

  it('follow a link into another campaign, with all its clicks', async () => {
    const moving = await makeUrl({ campaign_id: 'Spring' })
    await relay()
    await storeClicks(stores.ch, [{ account_id: account.id, link_id: moving, at: '2026-03-02T12:00:00Z' }])
    expect(await total('campaignId=Spring')).toBe(4)
    const body = { url_ids: [moving] }
    await api.request('POST', '/campaigns/Summer/urls', { key, body })
    await relay()
    expect([await total('campaignId=Spring'), await total('campaignId=Summer')]).toEqual([3, 3])
    await api.request('PUT', `/short-urls/${moving}`, { key, body: { campaign_id: null, tags: ['moved'] } })
    await relay()
    expect([await total('campaignId=Summer'), await total('tags=moved')]).toEqual([2, 1])
  })

  it.each([
    ['urlType=custom', 'urlType'],
    [`campaignId=${'n'.repeat(1_025)}`, 'campaignId'],
    [`tags=${Array.from({ length: 51 }, (_, index) => index).join(',')}`, 'tags'],
  ])('return 400 BAD_REQUEST for %s', async (query, named) => {
    const { status, json } = await api.request('GET', `/analytics/timeline?${query}`, { key })
    expect({ status, code: json.error?.code }).toEqual({ status: 400, code: 'BAD_REQUEST' })
    expect(json.error.details).toContain(named)
  })
})

describe('GET /campaigns/{id}/analytics', () => {
  const read = (path: string, as = key) => api.request('GET', `/campaigns/${path}`, { key: as })

  it('returns the campaign, its clicks and visitors, and their timeline', async () => {
    const { status, json } = await read('Spring/analytics?startDate=2026-02-28&endDate=2026-03-01')
    expect(status).toBe(200)
    const record = (await read('Spring')).json.data
    expect(record).toMatchObject({ id: spring.id, unique_visitors: 2 })
    expect(json).toEqual({
      success: true,
      data: {
        campaign: record,
        total_clicks: 3,
        unique_visitors: 2,
        timeline: [
          { date: '2026-02-28T00:00:00.000Z', clicks: 0, unique_visitors: 0 },
          { date: '2026-03-01T00:00:00.000Z', clicks: 3, unique_visitors: 2 },
        ],
      },
    })
  })

  it.each([
    ['', 3],
    ['tags=big', 3],
    ['tags=-big', 0],
    ['urlType=branded', 0],
    ['campaignId=Spring', 3],
    ['campaignId=Summer', 0],
    ['endDate=2026-02-28', 0],
    ['granularity=hour&startDate=2026-03-01&endDate=2026-03-01', 3],
  ])('accepts the common filters: %s leaves %i clicks', async (filter, clicks) => {
    const { total_clicks, timeline: days } = (await read(`${spring.id}/analytics?${filter}`)).json.data
    const sum = days.reduce((before: number, day: { clicks: number }) => before + day.clicks, 0)
    expect([total_clicks, sum]).toEqual([clicks, clicks])
  })

  it("returns 404 NOT_FOUND for an unknown campaign or another account's, and 400 for an invalid filter", async () => {
    for (const id of ['Nobody', 'Foreign', foreign.id]) {
      expect(await read(`${id}/analytics`)).toMatchObject({ status: 404, json: { error: { code: 'NOT_FOUND' } } })
    }
    expect(await read('Spring/analytics?granularity=year')).toMatchObject({
      status: 400,
      json: { error: { code: 'BAD_REQUEST', details: expect.stringContaining('granularity') } },
    })
  })
})

it('finds clicks and facts by their primary keys', async () => {
  const period = { from: Date.parse('2026-03-01'), to: Date.parse('2026-03-02') }
  const query = filterQuery.parse({ tags: 'red,-blue', urlType: 'standard' })
  const scope = { account_id: account.id, domain_ids: null, campaign_ids: [spring.id], deleted_ids: [] }
  const clicks = timeline(compileFilter(scope, period, query), { granularity: 'day', period, timezone: 'UTC' })
  const plan = await explain(clicks)
  expect(plan).toMatch(/PrimaryKey\s+Keys:\s+account_id\s+link_id\s+clicked_at/)
  expect(plan).toContain('link_id in 1-element set')
  expect(await explain(totals(compileFilter(scope, period, query)))).toContain('link_id in 1-element set')
  expect(await explain(linksOfScope(scope, query))).toMatch(/PrimaryKey\s+Keys:\s+account_id/)
})

async function explain(statement: Fragment | null): Promise<string> {
  if (statement === null) throw new Error('there is no statement')
  const plan = await stores.ch.query(sql`explain indexes = 1 ${statement}`, z.object({ explain: z.string() }))
  return plan.map((row) => row.explain).join('\n')
}
