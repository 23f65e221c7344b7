import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { relayFacts } from '#model/publish/relay-facts.ts'
import { createAccount } from '../../factories/account.ts'
import { createCampaign } from '../../factories/campaigns.ts'
import { storeClicks } from '../../factories/clicks.ts'
import { createKey } from '../../factories/key.ts'
import { expectError } from '../support/expect-error.ts'
import { openReports, type Reports } from '../support/reports.ts'

let reports: Reports
let links: Record<'ant' | 'bee' | 'cat' | 'dog' | 'emu', { id: string; short_code: string; created_at: string }>

/**
 * Created in this order, with clicks on March 1, 2026 by visitor:
 *   ant  1 1 2 3       named Zebra, tag farm, on a subdomain, in the campaign Spring
 *   bee  1 2           named Yak
 *   cat  4             no name; one more click in February, and a bot
 *   dog                named apple
 *   emu                named Mango, tag farm
 */
beforeAll(async () => {
  reports = await openReports()
  const { stores, account, makeUrl, api, key } = reports
  await createCampaign(stores.sql, account, 'Spring')
  await api.request('POST', '/domains/subdomains', { key, body: { subdomain: 'zoo' } })
  const onZoo = { url_type: 'subdomain', subdomain: 'zoo' }
  links = {
    ant: await makeUrl({ custom_alias: 'ant', name: 'Zebra', tags: ['Farm'], campaign_id: 'Spring', ...onZoo }),
    bee: await makeUrl({ custom_alias: 'bee', name: 'Yak' }),
    cat: await makeUrl({ custom_alias: 'cat', url: 'https://example.com/zebra' }),
    dog: await makeUrl({ custom_alias: 'dog', name: 'apple' }),
    emu: await makeUrl({ custom_alias: 'emu_x', name: 'Mango', tags: ['farm'] }),
  }
  await stores.sql.begin((tx) => relayFacts(tx, stores.ch))
  const click = (name: keyof typeof links, visitor_id: string, at = '2026-03-01T12:00:00Z') => ({
    account_id: account.id,
    link_id: links[name].id,
    visitor_id,
    at,
  })
  const stranger = await createAccount(stores.sql)
  await storeClicks(stores.ch, [
    ...['1', '1', '2', '3'].map((visitor) => click('ant', visitor)),
    { ...click('bee', '1'), country: 'Germany' },
    click('bee', '2'),
    click('cat', '4'),
    click('cat', '5', '2026-02-28T23:59:59.999Z'),
    { ...click('cat', '6'), traffic: 'bot' },
    { account_id: stranger.id, link_id: links.dog.id, at: '2026-03-01T12:00:00Z' },
  ])
})
afterAll(() => reports.close())

const march = 'startDate=2026-03-01&endDate=2026-03-01'
const path = '/analytics/top-performing-urls'

async function top(query: string): Promise<string[]> {
  const { urls } = (await reports.read(`${path}?${march}&${query}`)).data
  return urls.map((url: { id: string; click_count: number }) => {
    const name = Object.entries(links).find(([, { id }]) => id === url.id)?.[0]
    return `${name} ${url.click_count}`
  })
}

describe('GET /analytics/top-performing-urls', () => {
  it('returns urls with these fields, and pagination', async () => {
    const { data, success } = await reports.read(`${path}?${march}&limit=1`)
    expect(success).toBe(true)
    expect(data).toEqual({
      urls: [
        {
          id: links.ant.id,
          short_code: 'ant',
          short_url: 'http://zoo.localhost:8080/ant',
          name: 'Zebra',
          original_url: 'https://example.com',
          click_count: 4,
          unique_visitors: 3,
          created_at: links.ant.created_at,
          url_type: 'subdomain',
          branded_domain: null,
          subdomain: 'zoo',
        },
      ],
      pagination: { page: 1, limit: 1, totalPages: 5, totalItems: 5 },
    })
  })

  it('shows a short URL without a name by its slug', async () => {
    const { data } = await reports.read(`${path}?${march}&search=cat`)
    expect(data.urls).toMatchObject([{ id: links.cat.id, name: 'cat', click_count: 1, unique_visitors: 1 }])
  })

  it('lists short URLs without clicks after the others, newest first', async () => {
    expect(await top('')).toEqual(['ant 4', 'bee 2', 'cat 1', 'emu 0', 'dog 0'])
  })

  it('returns 10 short URLs by default', async () => {
    expect((await reports.read(path)).data.pagination).toMatchObject({ page: 1, limit: 10 })
  })
})

describe('limit, page and offset', () => {
  it.each([
    ['limit=2', ['ant 4', 'bee 2'], 1],
    ['limit=2&page=2', ['cat 1', 'emu 0'], 2],
    ['limit=2&page=3', ['dog 0'], 3],
    ['limit=2&page=4', [], 4],
    ['limit=2&offset=1', ['bee 2', 'cat 1'], 1],
    ['limit=3&page=1&offset=3', ['emu 0', 'dog 0'], 2],
    ['limit=100&offset=0&page=7', ['ant 4', 'bee 2', 'cat 1', 'emu 0', 'dog 0'], 1],
  ])('%s returns %j', async (query, expected, page) => {
    expect(await top(query)).toEqual(expected)
    const { pagination } = (await reports.read(`${path}?${march}&${query}`)).data
    expect(pagination).toMatchObject({ page, totalItems: 5, totalPages: Math.ceil(5 / pagination.limit) })
  })

  it('lists every short URL once across pages, in any order', async () => {
    for (const sortBy of ['clicks', 'name', 'created_at']) {
      for (const sortOrder of ['asc', 'desc']) {
        const pages = [1, 2, 3, 4, 5].map((page) => top(`sortBy=${sortBy}&sortOrder=${sortOrder}&limit=1&page=${page}`))
        expect((await Promise.all(pages)).flat()).toEqual(await top(`sortBy=${sortBy}&sortOrder=${sortOrder}`))
      }
    }
  })
})

describe('the period of', () => {
  it.each([
    ['startDate=2026-02-28&endDate=2026-03-01', 'cat', 2],
    ['dateRange=custom&startDate=2026-02-28&endDate=2026-02-28', 'cat', 1],
    ['dateRange=custom&startDate=2026-02-28&endDate=2026-02-28&days=1', 'ant', 0],
    ['dateRange=all_time', 'cat', 2],
    ['dateRange=all_time&days=1', 'ant', 4],
    ['startDate=2026-03-02&endDate=2026-03-03', 'ant', 0],
  ])('%s counts for %s %i clicks', async (query, name, clicks) => {
    const { urls } = (await reports.read(`${path}?${query}`)).data
    const id = links[name as keyof typeof links].id
    expect(urls.find((url: { id: string }) => url.id === id)).toMatchObject({ click_count: clicks })
  })

  it('ends now, with a length of days or 30 days by default', async () => {
    const { api, stores } = reports
    const account = await createAccount(stores.sql)
    const { key } = await createKey(stores.sql, account)
    const { json } = await api.request('POST', '/short-urls', { key, body: { url: 'https://example.com' } })
    const click = { account_id: account.id, link_id: json.data.id }
    const almost = (days: number) => new Date(Date.now() - days * 86_400_000 + 60_000).toISOString()
    await storeClicks(
      stores.ch,
      [1, 7, 30, 31, 365, 366].map((days) => ({ ...click, at: almost(days) })),
    )
    const count = async (query: string) =>
      (await api.request('GET', `${path}?${query}`, { key })).json.data.urls[0].click_count
    expect(await count('')).toBe(3)
    expect(await count('days=7')).toBe(2)
    expect(await count('days=365')).toBe(5)
    expect(await count('dateRange=7d&days=365')).toBe(2)
    expect(await count('dateRange=last_30_days&days=1')).toBe(3)
    expect(await count('dateRange=1y')).toBe(5)
    expect(await count('dateRange=90d')).toBe(4)
  })
})

describe('search, urlType and the common filters', () => {
  it.each([
    ['search=zebra', ['ant 4']],
    ['search=YAK', ['bee 2']],
    ['search=a', ['ant 4', 'bee 2', 'cat 1', 'emu 0', 'dog 0']],
    ['search=emu_', ['emu 0']],
    ['search=e_u', []],
    ['search=%25', []],
    ['search=', ['ant 4', 'bee 2', 'cat 1', 'emu 0', 'dog 0']],
    ['urlType=all', ['ant 4', 'bee 2', 'cat 1', 'emu 0', 'dog 0']],
    ['urlType=subdomain', ['ant 4']],
    ['urlType=standard', ['bee 2', 'cat 1', 'emu 0', 'dog 0']],
    ['url_type=branded', []],
    ['urlType=-standard', ['ant 4']],
    ['campaignId=Spring', ['ant 4']],
    ['campaignId=Nobody', []],
    ['tags=farm', ['ant 4', 'emu 0']],
    ['tags=-farm', ['bee 2', 'cat 1', 'dog 0']],
    ['traffic=bot&search=cat', ['cat 1']],
    ['country=Germany', ['bee 1', 'emu 0', 'dog 0', 'cat 0', 'ant 0']],
    ['search=a&country=Germany', ['bee 1', 'emu 0', 'dog 0', 'cat 0', 'ant 0']],
  ])('%s lists %j', async (query, expected) => {
    expect(await top(query)).toEqual(expected)
    expect((await reports.read(`${path}?${march}&${query}`)).data.pagination.totalItems).toBe(expected.length)
  })
})

describe('sortBy and sortOrder', () => {
  it.each([
    ['sortBy=clicks', ['ant 4', 'bee 2', 'cat 1', 'emu 0', 'dog 0']],
    ['sortBy=clicks&sortOrder=asc', ['dog 0', 'emu 0', 'cat 1', 'bee 2', 'ant 4']],
    ['sortBy=name&sortOrder=asc', ['dog 0', 'cat 1', 'emu 0', 'bee 2', 'ant 4']],
    ['sortBy=name', ['ant 4', 'bee 2', 'emu 0', 'cat 1', 'dog 0']],
    ['sort_by=created_at&sort_order=asc', ['ant 4', 'bee 2', 'cat 1', 'dog 0', 'emu 0']],
    ['sortBy=created_at', ['emu 0', 'dog 0', 'cat 1', 'bee 2', 'ant 4']],
  ])('%s gives %j', async (query, expected) => {
    expect(await top(query)).toEqual(expected)
  })
})

describe('invalid requests', () => {
  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['page=0', 'page'],
    ['page=x', 'page'],
    ['offset=-1', 'offset'],
    ['days=366', 'days'],
    ['sortBy=clickCount', 'sortBy'],
    ['sortOrder=up', 'sortOrder'],
    ['urlType=custom', 'urlType'],
    ['dateRange=custom', 'startDate'],
    ['dateRange=custom&startDate=2026-03-01', 'endDate'],
  ])('%s returns 400 BAD_REQUEST, named in details', async (query, named) => {
    const answer = await reports.ask(`${path}?${query}`)
    expectError(answer, { status: 400, code: 'BAD_REQUEST', details: expect.stringContaining(named) })
  })

  it('no key returns 401 UNAUTHORIZED', async () => {
    expectError(await reports.api.request('GET', path), { status: 401, code: 'UNAUTHORIZED' })
  })
})

it('omits a deleted short URL while the click store still has its clicks', async () => {
  const { id } = await reports.makeUrl({ custom_alias: 'fox' })
  await storeClicks(
    reports.stores.ch,
    Array.from({ length: 9 }, () => ({ account_id: reports.account.id, link_id: id, at: '2026-03-01T12:00:00Z' })),
  )
  await reports.api.request('DELETE', `/short-urls/${id}`, { key: reports.key })
  expect((await top('search=')).slice(0, 2)).toEqual(['ant 4', 'bee 2'])
})
