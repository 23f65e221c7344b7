import { beforeAll, describe, expect, it } from 'vitest'
import { relayFacts } from '#model/publish/relay-facts.ts'
import { storeClicks } from '../../factories/clicks.ts'
import { account, api, freeKey, get, key, links, read, stores, strangerKey, useClicks } from '../support/analytics.ts'
import { describeRefusals } from '../support/report-refusals.ts'

useClicks()

const path = '/urls-with-utm'
const names = async (query = '', as = key) => {
  const data = await read(`${path}?limit=100&${query}`, as)
  return data.map(({ name }: { name: string }) => name)
}

async function makeUrl(name: string, body: Record<string, unknown> = {}): Promise<string> {
  const given = { url: 'https://example.com/', custom_alias: name, name, ...body }
  const { status, json, text } = await api.request('POST', '/short-urls', { key, body: given })
  if (status !== 201) throw new Error(text)
  return json.data.id
}

/**
 * Every short URL of the table has a tagged click. Of these, in order of creation, only the first four count:
 * the others have parameters that only look like UTM parameters.
 */
beforeAll(async () => {
  await makeUrl('own', { utm_term: 'boots', campaign_id: 'Summer' })
  await makeUrl('destination', { url: 'https://example.com/?a=1&utm_source=x' })
  await makeUrl('first', { url: 'https://example.com/?utm_content=x#here', tags: ['Blue'] })
  const bot = await makeUrl('bot', { utm_medium: null })
  const visited = await makeUrl('visited')
  await makeUrl('fragment', { url: 'https://example.com/#?utm_source=x' })
  await makeUrl('empty', { url: 'https://example.com/?utm_source=&b=1' })
  await makeUrl('path', { url: 'https://example.com/utm_source=x' })
  await makeUrl('other', { url: 'https://example.com/?utm_id=1&my_utm_source=2' })
  const at = '2026-04-01T12:00:00Z'
  await storeClicks(stores.ch, [
    { account_id: account.id, link_id: visited, at, utm_term: 'late', browser: 'Edge' },
    { account_id: account.id, link_id: bot, at, utm_source: 'x', traffic: 'bot' },
  ])
  await stores.sql.begin((tx) => relayFacts(tx, stores.ch))
})

describe('GET /analytics/urls-with-utm', () => {
  it('returns short URLs with exactly these fields', async () => {
    const { status, json } = await get(`${path}?limit=1&page=8`)
    expect(status).toBe(200)
    expect(json).toEqual({
      success: true,
      data: [
        {
          id: links.spring,
          short_code: 'spring',
          short_url: expect.stringMatching(/^https?:\/\/.*\/spring$/),
          name: 'spring',
          original_url: 'https://example.com/',
          created_at: expect.stringMatching(/^\d{4}-.*Z$/),
          url_type: 'standard',
          branded_domain: null,
          subdomain: null,
          custom_alias: 'spring',
        },
      ],
      pagination: { page: 8, limit: 1, total: 8, total_pages: 8, has_more: false, next_cursor: null },
    })
  })

  it('includes those with own or destination UTM parameters or a tagged click, newest first', async () => {
    expect(await names()).toEqual(['visited', 'first', 'destination', 'own', 'shop', 'plain', 'summer', 'spring'])
  })

  it('urlType: all by default', async () => {
    expect(await names('urlType=subdomain')).toEqual(['shop'])
    expect(await names('url_type=branded')).toEqual([])
    expect(await names('urlType=all')).toEqual(await names())
    expect(await names('urlType=-standard')).toEqual(['shop'])
  })

  it('campaignId and tags filter short URLs', async () => {
    expect(await names('campaignId=Summer')).toEqual(['own', 'summer'])
    expect(await names('tags=blue')).toEqual(['first', 'summer'])
    expect(await names('tags=-blue,-big')).toEqual(['visited', 'destination', 'own', 'plain'])
    expect(await names('campaignId=Nobody')).toEqual([])
  })

  it.each([
    ['startDate=2026-03-31', ['visited', 'spring']],
    ['endDate=2026-03-28', ['summer', 'spring']],
    ['browser=edge', ['visited']],
    ['utmSource=google', ['shop', 'summer']],
    ['trigger=qr', ['shop', 'plain']],
    ['traffic=bot', ['bot']],
    ['dateRange=24h', []],
    ['utmSource=google&urlType=standard', ['summer']],
  ])('common filters on clicks: %s requires a tagged click that matches', async (query, expected) => {
    expect(await names(query)).toEqual(expected)
  })

  it('pages by page and limit, 10 by default', async () => {
    const { json } = await get(path)
    expect(json.pagination).toEqual({
      page: 1,
      limit: 10,
      total: 8,
      total_pages: 1,
      has_more: false,
      next_cursor: null,
    })
    const second = await get(`${path}?page=2&limit=3`)
    expect(second.json.data.map(({ name }: { name: string }) => name)).toEqual(['own', 'shop', 'plain'])
    expect(second.json.pagination).toMatchObject({ page: 2, limit: 3, total: 8, total_pages: 3, has_more: true })
    expect((await get(`${path}?page=4&limit=3`)).json.data).toEqual([])
  })

  it('pages by cursor, each short URL once', async () => {
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null && seen.length < 20) {
      const { json } = await get(`${path}?limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`)
      seen.push(...json.data.map(({ name }: { name: string }) => name))
      cursor = json.pagination.next_cursor
      expect(json.pagination.has_more).toBe(cursor !== null)
    }
    expect(seen).toEqual(await names())
  })

  it('returns none of another account, and is in every plan', async () => {
    expect(await names('', strangerKey)).toEqual([])
    expect(await names('', freeKey)).toEqual([])
  })

  describeRefusals({
    ofAccount: path,
    bad: [
      ['limit=0', 'limit'],
      ['limit=101', 'limit'],
      ['page=0', 'page'],
      ['page=x', 'page'],
      ['cursor=nonsense', 'cursor'],
    ],
  })
})
