import { describe, expect, it } from 'vitest'
import { uuidv7 } from '#runtime/uuid.ts'
import { storeClicks } from '../../factories/clicks.ts'
import { createKey } from '../../factories/key.ts'
import {
  account,
  anotherKey,
  api,
  create,
  expectError,
  freshAlias,
  get,
  remove,
  stores,
  useShortUrls,
} from '../support/short-urls.ts'

useShortUrls()

describe('GET /short-urls/{id}', () => {
  it('finds a short URL by UUID, short code and alias', async () => {
    const custom_alias = freshAlias()
    const link = await create({ custom_alias })
    expect((await get(`/short-urls/${link.id}`)).json).toEqual({ success: true, data: link })
    expect((await get(`/short-urls/${custom_alias}`)).json.data).toEqual(link)
    const generated = await create()
    expect((await get(`/short-urls/${generated.short_code}`)).json.data).toEqual(generated)
  })

  it('prefers the link with that id over an alias that looks like a UUID', async () => {
    const link = await create()
    const lookalike = await create({ custom_alias: link.id })
    expect((await get(`/short-urls/${link.id}`)).json.data.id).toBe(link.id)
    await remove(link.id)
    expect((await get(`/short-urls/${link.id}`)).json.data.id).toBe(lookalike.id)
  })

  it('counts clicks from both stores, with bots separately', async () => {
    const { id } = await create()
    const own = { account_id: account.id, link_id: id, at: '2026-01-01T00:00:00Z' }
    await storeClicks(stores.ch, [own, own, { ...own, visitor_id: '2' }, { ...own, traffic: 'bot', visitor_id: '3' }])
    await stores.sql`update link_counts set clicks = 3, last_clicked_at = '2026-01-01T00:00:00Z' where link_id = ${id}`
    expect((await get(`/short-urls/${id}`)).json.data).toMatchObject({
      click_count: 3,
      stored_clicks: 3,
      actual_clicks: 3,
      unique_visitors: 2,
      last_clicked_at: '2026-01-01T00:00:00.000Z',
    })
  })

  it("returns 404 NOT_FOUND for an unknown id and for another account's link", async () => {
    const link = await create()
    const stranger = await anotherKey()
    for (const answer of [
      await get('/short-urls/nothing-here'),
      await get(`/short-urls/${uuidv7()}`),
      await get('/short-urls/%00'),
      await get('/short-urls/a%20b'),
      await get(`/short-urls/${link.id}`, stranger),
      await get(`/short-urls/${link.short_code}`, stranger),
    ]) {
      expectError(answer, { status: 404, code: 'NOT_FOUND' })
    }
  })
})

describe('permissions', () => {
  it.each([
    ['GET', '/short-urls', 'read'],
    ['GET', '/short-urls/check-alias?alias=fine', 'read'],
    ['GET', '/short-urls/some-code', 'read'],
    ['POST', '/short-urls', 'write'],
    ['DELETE', '/short-urls/some-code', 'delete'],
  ] as const)('%s %s: returns 401 without a key, and 403 FORBIDDEN without %s', async (method, path, needed) => {
    const others = (['read', 'write', 'delete', 'analytics'] as const).filter((permission) => permission !== needed)
    const { key: lacking } = await createKey(stores.sql, account, others)
    expectError(await api.request(method, path), { status: 401, code: 'UNAUTHORIZED' })
    expectError(await api.request(method, path, { key: lacking }), { status: 403, code: 'FORBIDDEN' })
  })
})
