import { describe, expect, it } from 'vitest'
import { uuidv7 } from '#runtime/uuid.ts'
import {
  anotherKey,
  api,
  countsOf,
  create,
  expectError,
  get,
  key,
  makeUrl,
  messages,
  putUrl,
  remove,
  setClicks,
  stores,
  useCampaigns,
} from '../support/campaigns.ts'

useCampaigns()

describe('campaign_id of a short URL', () => {
  it('accepts the UUID or the name, returns the UUID, and counts for the campaign', async () => {
    const made = await create({ name: 'Spring' })
    const first = await makeUrl({ campaign_id: 'Spring' })
    const second = await makeUrl({ campaign_id: made.id })
    expect([first.campaign_id, second.campaign_id]).toEqual([made.id, made.id])
    expect((await get(`/short-urls/${first.id}`)).json.data.campaign_id).toBe(made.id)
    await setClicks(first.id, 3)
    await setClicks(second.id, 4)
    expect(await countsOf('Spring')).toEqual({ url_count: 2, total_clicks: 7 })
    expect((await get('/campaigns')).json.data).toMatchObject([{ url_count: 2, total_clicks: 7 }])
  })

  it('changes with PUT, is removed with null, and stays if omitted', async () => {
    const [spring, summer] = [await create(), await create({ name: 'Summer' })]
    const link = await makeUrl({ campaign_id: spring.id })
    expect((await putUrl(link.id, { campaign_id: 'Summer' })).json.data.campaign_id).toBe(summer.id)
    expect((await putUrl(link.id, { name: 'Same' })).json.data.campaign_id).toBe(summer.id)
    expect(await countsOf(spring.id)).toEqual({ url_count: 0, total_clicks: 0 })
    expect((await putUrl(link.id, { campaign_id: null })).json.data.campaign_id).toBeNull()
    expect((await makeUrl()).campaign_id).toBeNull()
  })

  it("returns 422 VALIDATION_ERROR for an unknown campaign or another account's", async () => {
    const foreign = await create({ name: 'Foreign' }, await anotherKey())
    const link = await makeUrl()
    for (const campaign_id of ['Nobody', uuidv7(), foreign.id, 'Foreign']) {
      const details = { errors: [{ field: 'campaign_id', message: expect.any(String) }] }
      const body = { url: 'https://example.com', campaign_id }
      const refused = { status: 422, code: 'VALIDATION_ERROR', details }
      expectError(await api.request('POST', '/short-urls', { key, body }), refused)
      expectError(await putUrl(link.id, { campaign_id }), refused)
    }
    expect((await get('/short-urls')).json.pagination.total).toBe(1)
  })

  it('returns only this error if the campaign is deleted at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await create()
      const body = { url: 'https://example.com', campaign_id: id }
      const creating = Array.from({ length: 6 }, () => api.request('POST', '/short-urls', { key, body }))
      const [deleted, ...answers] = await Promise.all([remove(id), ...creating])
      expect(deleted.status).toBe(200)
      for (const { status } of answers) expect([201, 422]).toContain(status)
    }
    expect((await get('/short-urls')).json.data.filter((link: { campaign_id: unknown }) => link.campaign_id)).toEqual(
      [],
    )
  })

  it('campaign_id filters the list; an unknown campaign matches nothing', async () => {
    const made = await create({ name: 'Listed' })
    const link = await makeUrl({ campaign_id: made.id })
    await makeUrl()
    const foreign = await create({ name: 'Foreign' }, await anotherKey())
    const found = async (query: string) =>
      (await get(`/short-urls?${query}`)).json.data.map(({ id }: { id: string }) => id)
    for (const query of [`campaign_id=${made.id}`, 'campaign_id=Listed', 'campaignId=Listed']) {
      expect(await found(query)).toEqual([link.id])
    }
    for (const campaign of ['Nobody', uuidv7(), foreign.id, 'Foreign']) {
      expect(await found(`campaign_id=${campaign}`)).toEqual([])
    }
    expect((await get('/short-urls?campaign_id=Listed')).json.pagination.total).toBe(1)
  })

  it('outside_campaign_id excludes links in the campaign; an unknown campaign excludes nothing', async () => {
    const [made, other] = [await create({ name: 'Left out' }), await create({ name: 'Stays' })]
    const inside = await makeUrl({ campaign_id: made.id })
    const outside = [await makeUrl(), await makeUrl({ campaign_id: other.id })].map(({ id }) => id)
    const found = async (query: string) => {
      const { data, pagination } = (await get(`/short-urls?${query}`)).json
      const ids = data.map(({ id }: { id: string }) => id)
      return [inside.id, ...outside].filter((id) => ids.includes(id)).concat(pagination.total - ids.length)
    }
    const foreign = await create({ name: 'Theirs' }, await anotherKey())
    for (const query of [`outside_campaign_id=${made.id}`, 'outside_campaign_id=Left out']) {
      expect(await found(query)).toEqual([...outside, 0])
    }
    expect(await found('outside_campaign_id=Left out&campaign_id=Stays')).toEqual([outside[1], 0])
    for (const campaign of ['Nobody', uuidv7(), foreign.id, 'Theirs']) {
      expect(await found(`outside_campaign_id=${campaign}`)).toEqual([inside.id, ...outside, 0])
    }
  })

  it('works in bulk changes and bulk filters', async () => {
    const made = await create({ name: 'Many' })
    const urls = [
      { url: 'https://example.com', campaign_id: 'Many' },
      { url: 'https://example.com', campaign_id: '?' },
    ]
    const created = await api.request('POST', '/short-urls/bulk', { key, body: { urls } })
    expect(created.json.data).toMatchObject({ succeeded: [{ campaign_id: made.id }], failed: [{ index: 1 }] })
    await makeUrl()
    const change = (body: unknown) => api.request('PUT', '/short-urls/bulk', { key, body })
    const moved = await change({ filter: { campaign_id: 'Many' }, changes: { campaign_id: null } })
    expect(moved.json.data).toMatchObject({ succeeded: [{ campaign_id: null }], failed: [] })
    expect(await countsOf('Many')).toEqual({ url_count: 0, total_clicks: 0 })
    expectError(await change({ filter: { status: 'all' }, changes: { campaign_id: '?' } }), {
      status: 422,
      code: 'VALIDATION_ERROR',
    })
  })
})

describe('the short URLs of a deleted campaign', () => {
  it('remain without a campaign', async () => {
    const made = await create()
    const link = await makeUrl({ campaign_id: made.id })
    expect((await remove(made.id, '?delete_urls=false')).status).toBe(200)
    expect((await get(`/short-urls/${link.id}`)).json.data.campaign_id).toBeNull()
  })

  it('are deleted with delete_urls=true, as if one by one, and no others', async () => {
    const made = await create({ name: 'All of it' })
    const inside = await Promise.all(Array.from({ length: 12 }, () => makeUrl({ campaign_id: made.id })))
    const outside = await makeUrl()
    expect((await remove('All of it', '?deleteUrls=true')).status).toBe(200)
    const { json } = await get('/short-urls')
    expect(json.data.map(({ id }: { id: string }) => id)).toEqual([outside.id])
    const ids = inside.map(({ id }) => id)
    expect(await stores.sql`select from deleted_links where link_id = any(${ids}::uuid[])`).toHaveLength(12)
    for (const { short_code } of inside) {
      const [record] = await stores.redis.keys(`link:*:${short_code}`)
      expect(JSON.parse((await stores.redis.get(record ?? '')) ?? 'null')).toMatchObject({ absent: true })
    }
    const types = (await messages()).map(({ type }) => type)
    expect(types.filter((type) => type === 'url.deleted')).toHaveLength(12)
    expect(types.at(-1)).toBe('campaign.deleted')
  })
})
