import { describe, expect, it } from 'vitest'
import { connectClickhouse } from '#runtime/clickhouse.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import {
  anotherKey,
  create,
  expectError,
  get,
  key,
  pathOf,
  remove,
  stores,
  useCampaigns,
} from '../support/campaigns.ts'
import { startApi } from '../support/http.ts'

useCampaigns()

describe('GET /campaigns/{id}', () => {
  it('finds a campaign by UUID and by name, UUID first', async () => {
    const named = await create({ name: 'By Name' })
    const lookalike = await create({ name: named.id })
    expect((await get(`/campaigns/${named.id}`)).json).toEqual({ success: true, data: named })
    expect((await get('/campaigns/By%20Name')).json.data).toEqual(named)
    await remove(named.id)
    expect((await get(`/campaigns/${named.id}`)).json.data.id).toBe(lookalike.id)
  })

  it("returns 404 NOT_FOUND for an unknown campaign or another account's", async () => {
    const foreign = await create({ name: 'Foreign' }, await anotherKey())
    for (const id of ['Nobody', uuidv7(), '\u0000', 'by name', foreign.id, foreign.name]) {
      expectError(await get(pathOf(id)), { status: 404, code: 'NOT_FOUND' })
    }
  })

  it('returns null for visitors while the click store is down', async () => {
    const { id } = await create()
    const ch = connectClickhouse('http://nobody:nothing@127.0.0.1:9/waymark')
    const lonely = await startApi({ ...stores, ch })
    const one = await lonely.request('GET', `/campaigns/${id}`, { key })
    const list = await lonely.request('GET', '/campaigns', { key })
    await lonely.close()
    await ch.close()
    expect(one.json.data).toMatchObject({ url_count: 0, total_clicks: 0, unique_visitors: null })
    expect(list.json.data).toEqual([one.json.data])
  })
})

describe('GET /campaigns', () => {
  const found = async (query: string) => {
    const { status, json } = await get(`/campaigns?${query}`)
    expect(status).toBe(200)
    return json.data.map(({ name }: { name: string }) => name)
  }

  it("returns the account's campaigns, newest first, with pagination", async () => {
    await create({}, await anotherKey())
    for (const name of ['a', 'b', 'c']) await create({ name })
    const { json } = await get('/campaigns')
    expect(json.data.map(({ name }: { name: string }) => name)).toEqual(['c', 'b', 'a'])
    expect(json).toMatchObject({
      success: true,
      pagination: { page: 1, limit: 20, total: 3, total_pages: 1, has_more: false, next_cursor: null },
    })
    expect(await found('limit=2&page=2')).toEqual(['a'])
    expect((await get('/campaigns?limit=2')).json.pagination).toMatchObject({ total_pages: 2, has_more: true })
    expect(await found('page=9')).toEqual([])
  })

  it('searches names and descriptions, as plain text', async () => {
    await create({ name: '100% Spring' })
    await create({ name: 'Other', description: 'In SPRING too' })
    expect(await found('search=spring')).toEqual(['Other', '100% Spring'])
    expect(await found(`search=${encodeURIComponent('0% s')}`)).toEqual(['100% Spring'])
    expect(await found('search=_')).toEqual([])
  })

  it('filters by tags: any of them matches', async () => {
    await create({ name: 'a', tags: ['Red', 'big'] })
    await create({ name: 'b', tags: ['blue'] })
    await create({ name: 'c' })
    expect(await found('tags=Red')).toEqual(['a'])
    expect(await found('tags=blue,%20Red')).toEqual(['b', 'a'])
    expect(await found('tags=-blue')).toEqual(['c', 'a'])
    expect(await found('tags=green')).toEqual([])
    expect(await found('tags=')).toHaveLength(3)
  })

  it('filters by current status', async () => {
    await create({ name: 'always' })
    await create({ name: 'now', start_date: '2020-01-01', end_date: '2999-01-01' })
    await create({ name: 'later', start_date: '2998-01-01' })
    await create({ name: 'over', end_date: '2020-01-01' })
    expect(await found('status=active')).toEqual(['now', 'always'])
    expect(await found('status=upcoming')).toEqual(['later'])
    expect(await found('status=ended')).toEqual(['over'])
    expect(await found('status=all')).toHaveLength(4)
    const { json } = await get('/campaigns')
    expect(json.data.map(({ status }: { status: string }) => status)).toEqual(['ended', 'upcoming', 'active', 'active'])
  })

  it.each(['limit=0', 'limit=101', 'page=0', 'page=x', 'status=gone', 'search=%00', 'tags=%00'])(
    'returns 400 BAD_REQUEST for %s',
    async (query) => {
      expectError(await get(`/campaigns?${query}`), { status: 400, code: 'BAD_REQUEST', details: expect.any(String) })
    },
  )
})
