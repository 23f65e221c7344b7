import { describe, expect, it } from 'vitest'
import { connectClickhouse } from '#runtime/clickhouse.ts'
import { startApi } from '../support/http.ts'
import {
  account,
  anotherKey,
  create,
  expectError,
  freshAlias,
  get,
  key,
  stores,
  useShortUrls,
} from '../support/short-urls.ts'

useShortUrls()

describe('GET /short-urls', () => {
  it("returns the account's short URLs, newest first, with pagination", async () => {
    await create({}, await anotherKey())
    const ids = [(await create()).id, (await create()).id, (await create()).id]
    const { status, json } = await get('/short-urls')
    expect(status).toBe(200)
    expect(json.data.map(({ id }: { id: string }) => id)).toEqual(ids.reverse())
    expect(json).toMatchObject({
      success: true,
      pagination: { page: 1, limit: 20, total: 3, total_pages: 1, has_more: false, next_cursor: null },
    })
  })

  it('limit: pages by number and by cursor return the same links', async () => {
    for (let index = 0; index < 5; index++) await create({ name: `n${index}` })
    // Links created by one statement have the same time: only the id tells them apart.
    await stores.sql`update links set created_at = '2026-01-01T00:00:00.123456Z' where account_id = ${account.id} and name < 'n4'`
    const all = (await get('/short-urls')).json.data.map(({ id }: { id: string }) => id)
    for (const sortOrder of ['desc', 'asc']) {
      const byPage: string[] = []
      const byCursor: string[] = []
      let cursor = ''
      for (let page = 1; page <= 3; page++) {
        const numbered = await get(`/short-urls?limit=2&page=${page}&sortOrder=${sortOrder}`)
        byPage.push(...numbered.json.data.map(({ id }: { id: string }) => id))
        const next = await get(`/short-urls?limit=2&sort_order=${sortOrder}${cursor && `&cursor=${cursor}`}`)
        byCursor.push(...next.json.data.map(({ id }: { id: string }) => id))
        cursor = next.json.pagination.next_cursor
        expect([numbered.json.pagination.has_more, next.json.pagination.has_more]).toEqual([page < 3, page < 3])
      }
      expect(cursor).toBeNull()
      expect(byPage).toEqual(sortOrder === 'desc' ? all : [...all].reverse())
      expect(byCursor).toEqual(byPage)
    }
  })

  it('status: returns the short URLs with that status, including expired', async () => {
    const active = await create({ expires_at: '2999-01-01T00:00:00Z' })
    const expired = await create({ expires_at: '2999-01-01T00:00:00Z' })
    await stores.sql`update links set expires_at = now() - interval '1 second' where id = ${expired.id}`
    const idsOf = async (query: string) =>
      (await get(`/short-urls?${query}`)).json.data.map(({ id, status }: { id: string; status: string }) => [
        id,
        status,
      ])
    expect(await idsOf('status=expired&limit=100')).toEqual([[expired.id, 'expired']])
    expect(await idsOf('status=active')).toEqual([[active.id, 'active']])
    expect(await idsOf('status=all')).toHaveLength(2)
  })

  it('searches names, slugs and destinations as plain text', async () => {
    await create({ name: '100% Spring' })
    await create({ url: 'https://shop.example/SALE' })
    const custom_alias = freshAlias('Needle')
    await create({ custom_alias })
    const found = async (search: string) =>
      (await get(`/short-urls?search=${encodeURIComponent(search)}`)).json.pagination.total
    expect(await found('spring')).toBe(1)
    expect(await found('0% s')).toBe(1)
    expect(await found('%')).toBe(1)
    expect(await found('sale')).toBe(1)
    expect(await found('needle')).toBe(1)
    expect(await found('_')).toBe(0)
  })

  it('sorts by name, clicks, last click and expiration date, with empty values last', async () => {
    const a = await create({ name: 'a', expires_at: '2999-01-01T00:00:00Z' })
    const b = await create({ name: 'B', expires_at: '2998-01-01T00:00:00Z' })
    const none = await create()
    await stores.sql`update link_counts set clicks = 5, last_clicked_at = '2026-01-01T00:00:00Z' where link_id = ${a.id}`
    await stores.sql`update link_counts set clicks = 9, last_clicked_at = '2026-01-02T00:00:00Z' where link_id = ${b.id}`
    const order = async (sortBy: string, sortOrder: string) =>
      (await get(`/short-urls?sortBy=${sortBy}&sortOrder=${sortOrder}`)).json.data.map(({ id }: { id: string }) => id)
    expect(await order('name', 'asc')).toEqual([a.id, b.id, none.id])
    expect(await order('name', 'desc')).toEqual([b.id, a.id, none.id])
    expect(await order('clicks', 'desc')).toEqual([b.id, a.id, none.id])
    expect(await order('last_clicked_at', 'asc')).toEqual([a.id, b.id, none.id])
    expect(await order('expires_at', 'asc')).toEqual([b.id, a.id, none.id])
    expect(await order('created_at', 'asc')).toEqual([a.id, b.id, none.id])
  })

  it('returns null for click store figures while it is down', async () => {
    await create()
    const ch = connectClickhouse('http://nobody:nothing@127.0.0.1:9/waymark')
    const lonely = await startApi({ ...stores, ch })
    const { status, json } = await lonely.request('GET', '/short-urls', { key })
    await lonely.close()
    await ch.close()
    expect(status).toBe(200)
    expect(json.data[0]).toMatchObject({ click_count: 0, stored_clicks: 0, actual_clicks: null, unique_visitors: null })
  })

  it.each([
    'limit=0',
    'limit=101',
    'limit=x',
    'page=0',
    'status=gone',
    'sortBy=clicked',
    'sortOrder=up',
    'cursor=nonsense',
    'cursor=WzEsMl0',
    'search=%00',
  ])('returns 400 BAD_REQUEST for %s', async (query) => {
    expectError(await get(`/short-urls?${query}`), { status: 400, code: 'BAD_REQUEST', details: expect.any(String) })
  })
})
