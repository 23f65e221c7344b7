import { describe, expect, it } from 'vitest'
import { uuidv7 } from '#runtime/uuid.ts'
import { campaign } from '#schemas/campaigns.ts'
import { eventually } from '../../stack/eventually.ts'
import { waitingForLocks } from '../../stack/waiting-for-locks.ts'
import {
  anotherKey,
  api,
  create,
  expectError,
  get,
  instant,
  key,
  messages,
  pathOf,
  remove,
  stores,
  useCampaigns,
} from '../support/campaigns.ts'

useCampaigns()

const makeUrl = async (body: Record<string, unknown> = {}, as = key) => {
  const answer = await api.request('POST', '/short-urls', { key: as, body: { url: 'https://example.com', ...body } })
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
  return answer.json.data
}
const putUrl = (id: string, body: unknown) => api.request('PUT', `/short-urls/${id}`, { key, body })
const count = (id: string, clicks: number) =>
  stores.sql`update link_counts set clicks = ${clicks} where link_id = ${id}`
const countsOf = async (id: string) => {
  const { url_count, total_clicks } = (await get(pathOf(id))).json.data
  return { url_count, total_clicks }
}

describe('campaign_id of a short URL', () => {
  it('takes the UUID or the name, shows the UUID, and counts for the campaign', async () => {
    const made = await create({ name: 'Spring' })
    const first = await makeUrl({ campaign_id: 'Spring' })
    const second = await makeUrl({ campaign_id: made.id })
    expect([first.campaign_id, second.campaign_id]).toEqual([made.id, made.id])
    expect((await get(`/short-urls/${first.id}`)).json.data.campaign_id).toBe(made.id)
    await count(first.id, 3)
    await count(second.id, 4)
    expect(await countsOf('Spring')).toEqual({ url_count: 2, total_clicks: 7 })
    expect((await get('/campaigns')).json.data).toMatchObject([{ url_count: 2, total_clicks: 7 }])
  })

  it('moves with PUT, null takes it out, and what is not said stays', async () => {
    const [spring, summer] = [await create(), await create({ name: 'Summer' })]
    const link = await makeUrl({ campaign_id: spring.id })
    expect((await putUrl(link.id, { campaign_id: 'Summer' })).json.data.campaign_id).toBe(summer.id)
    expect((await putUrl(link.id, { name: 'Same' })).json.data.campaign_id).toBe(summer.id)
    expect(await countsOf(spring.id)).toEqual({ url_count: 0, total_clicks: 0 })
    expect((await putUrl(link.id, { campaign_id: null })).json.data.campaign_id).toBeNull()
    expect((await makeUrl()).campaign_id).toBeNull()
  })

  it('is 422 VALIDATION_ERROR for an unknown campaign and for one of another account', async () => {
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

  it('never fails otherwise when the campaign is deleted meanwhile', async () => {
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

  it('campaign_id: filters the list, and an unknown campaign leaves nothing', async () => {
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

  it('outside_campaign_id: leaves out what is in the campaign, and nothing for an unknown one', async () => {
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

  it('is one of the changes and filters of bulk calls', async () => {
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

describe('POST and DELETE /campaigns/{id}/urls', () => {
  const change = (method: string, id: string, url_ids: unknown, as = key) =>
    api.request(method, `${pathOf(id)}/urls`, { key: as, body: { url_ids } })

  it('take short URLs in and out, and announce what changed', async () => {
    const [made, other] = [await create({ name: 'Here' }), await create()]
    const [first, second] = [await makeUrl(), await makeUrl({ campaign_id: other.id })]
    const before = (await messages()).length
    const added = await change('POST', 'Here', [first.id, second.id.toUpperCase(), first.id])
    expect(added).toMatchObject({ status: 200, json: { success: true, data: { id: made.id, url_count: 2 } } })
    expect(campaign.parse(added.json.data)).toEqual(added.json.data)
    expect(await countsOf(other.id)).toEqual({ url_count: 0, total_clicks: 0 })
    const news = (await messages()).slice(before)
    // Those of one transaction are in no order.
    expect(news.map(({ type }) => type).sort()).toEqual(['campaign.updated', 'url.updated', 'url.updated'])
    const moved = news.filter(({ type }) => type === 'url.updated').map(({ data }) => data['campaign_id'])
    expect(moved).toEqual([made.id, made.id])

    const removed = await change('DELETE', made.id, [first.id])
    expect(removed.json).toEqual({ success: true, data: { message: expect.any(String) }, timestamp: instant })
    expect(await countsOf(made.id)).toEqual({ url_count: 1, total_clicks: 0 })
    expect((await get(`/short-urls/${first.id}`)).json.data.campaign_id).toBeNull()
  })

  it('change and announce nothing where a short URL is already there, or in another campaign', async () => {
    const [made, other] = [await create(), await create()]
    const [inside, outside] = [await makeUrl({ campaign_id: made.id }), await makeUrl({ campaign_id: other.id })]
    const before = await messages()
    expect((await change('POST', made.id, [inside.id])).status).toBe(200)
    expect((await change('DELETE', made.id, [outside.id])).status).toBe(200)
    expect(await messages()).toEqual(before)
    expect((await get(`/short-urls/${outside.id}`)).json.data.campaign_id).toBe(other.id)
  })

  it('are 404 NOT_FOUND for a short URL that the account does not have, and then change nothing', async () => {
    const made = await create()
    const [own, foreign] = [await makeUrl(), await makeUrl({}, await anotherKey())]
    for (const id of [foreign.id, uuidv7()]) {
      for (const method of ['POST', 'DELETE']) {
        expectError(await change(method, made.id, [own.id, id]), {
          status: 404,
          code: 'NOT_FOUND',
          details: { url_ids: [id] },
        })
      }
    }
    expect(await countsOf(made.id)).toEqual({ url_count: 0, total_clicks: 0 })
  })

  it('are 404 NOT_FOUND for a campaign of another account', async () => {
    const foreign = await create({ name: 'Foreign' }, await anotherKey())
    const own = await makeUrl()
    for (const id of [foreign.id, 'Foreign', uuidv7()]) {
      for (const method of ['POST', 'DELETE']) {
        expectError(await change(method, id, [own.id]), { status: 404, code: 'NOT_FOUND' })
      }
    }
  })

  it('never wait for each other in a circle', async () => {
    const [here, there] = [await create(), await create()]
    const ids = await Promise.all(Array.from({ length: 12 }, async () => (await makeUrl()).id))
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, round) =>
        change('POST', round % 2 === 0 ? here.id : there.id, round % 3 === 0 ? ids : [...ids].reverse()),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    const counts = [await countsOf(here.id), await countsOf(there.id)].map(({ url_count }) => url_count)
    expect(counts.sort((a, b) => a - b)).toEqual([0, 12])
  })

  it('do not wait in a circle for a PUT of the short URL, which says the same', async () => {
    const [made, link] = [await create(), await makeUrl()]
    const both = await stores.sql.begin(async (tx) => {
      await tx`select from campaigns where id = ${made.id} for update`
      const taken = api.request('POST', `${pathOf(made.id)}/urls`, { key, body: { url_ids: [link.id] } })
      await eventually(async () => expect(await waitingForLocks(stores.sql)).toBe(1))
      const put = putUrl(link.id, { campaign_id: made.id })
      await eventually(async () => expect(await waitingForLocks(stores.sql)).toBe(2))
      return { answers: [taken, put] }
    })
    expect((await Promise.all(both.answers)).map(({ status }) => status)).toEqual([200, 200])
    expect(await countsOf(made.id)).toMatchObject({ url_count: 1 })
  })

  it.each([
    ['nothing', undefined],
    ['no list', 'x'],
    ['an empty list', []],
    ['a short code', ['spring']],
    ['a number', [5]],
    ['too many', Array.from({ length: 1_001 }, () => uuidv7())],
  ])('refuse %s with 400 BAD_REQUEST', async (_, url_ids) => {
    const made = await create()
    for (const method of ['POST', 'DELETE']) {
      const details = expect.stringContaining('url_ids')
      expectError(await change(method, made.id, url_ids), { status: 400, code: 'BAD_REQUEST', details })
    }
  })
})

describe('the short URLs of a deleted campaign', () => {
  it('stay, without a campaign', async () => {
    const made = await create()
    const link = await makeUrl({ campaign_id: made.id })
    expect((await remove(made.id, '?delete_urls=false')).status).toBe(200)
    expect((await get(`/short-urls/${link.id}`)).json.data.campaign_id).toBeNull()
  })

  it('go with delete_urls=true, as if each had been deleted itself, and no others', async () => {
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
