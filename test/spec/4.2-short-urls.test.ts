import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectClickhouse } from '../../runtime/clickhouse.ts'
import { uuidv7 } from '../../runtime/uuid.ts'
import { createAccount, type TestAccount } from '../factories/account.ts'
import { storeClicks } from '../factories/clicks.ts'
import { createKey } from '../factories/key.ts'
import { openTestStores, type TestStores } from '../stack/stores.ts'
import { type Answer, startApi, type TestApi } from './http.ts'

let stores: TestStores
let api: TestApi
let account: TestAccount
let key: string

beforeAll(async () => {
  stores = await openTestStores({ RATE_LIMIT_FACTOR: '0' })
  api = await startApi(stores)
})
afterAll(async () => {
  await api.close()
  await stores.close()
})
beforeEach(async () => {
  account = await createAccount(stores.sql)
  key = (await createKey(stores.sql, account)).key
})

const get = (path: string, as = key) => api.request('GET', path, { key: as })
const post = (body: unknown, as = key) => api.request('POST', '/short-urls', { key: as, body })
const remove = (id: string, as = key) => api.request('DELETE', `/short-urls/${id}`, { key: as })

let made = 0
const freshAlias = () => `alias-${made++}`

async function create(body: Record<string, unknown> = {}, as = key) {
  const answer = await post({ url: 'https://example.com/page', ...body }, as)
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
  return answer.json.data
}

const anotherKey = async () => (await createKey(stores.sql, await createAccount(stores.sql))).key

function expectError({ status, json }: Answer, expected: { status: number; code: string; details?: unknown }) {
  const { status: wanted, ...error } = expected
  expect({ status, success: json?.success }).toEqual({ status: wanted, success: false })
  expect(json.error).toMatchObject(error)
  expect(json.error.message).toEqual(expect.any(String))
}

describe('POST /short-urls', () => {
  it('answers 201 with the record', async () => {
    const answer = await post({ url: 'https://example.com/page?a=1', custom_alias: 'Spring_26', name: 'Spring' })
    expect(answer.status).toBe(201)
    expect(answer.json).toEqual({
      success: true,
      data: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        short_code: 'Spring_26',
        short_url: 'http://localhost:8080/Spring_26',
        name: 'Spring',
        original_url: 'https://example.com/page?a=1',
        custom_alias: 'Spring_26',
        url_type: 'standard',
        branded_domain: null,
        subdomain: null,
        description: null,
        tags: [],
        campaign_id: null,
        external_id: null,
        status: 'active',
        is_active: true,
        tracking_enabled: true,
        click_count: 0,
        unique_visitors: 0,
        stored_clicks: 0,
        actual_clicks: 0,
        starts_at: null,
        expires_at: null,
        expired_url: null,
        max_clicks: null,
        is_password_protected: false,
        redirect_type: 302,
        forward_query: true,
        utm: { utm_source: null, utm_medium: null, utm_campaign: null, utm_term: null, utm_content: null },
        ios_url: null,
        android_url: null,
        og: null,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        updated_at: expect.stringMatching(/Z$/),
      },
    })
  })

  it('takes every option, null for those that may be empty, and original_url for url', async () => {
    const expires_at = '2999-01-02T03:04:05+02:00'
    const full = { expires_at, tracking_enabled: false, redirect_type: 308, forward_query: false }
    expect(await create(full)).toMatchObject({ ...full, expires_at: '2999-01-02T01:04:05.000Z' })
    expect(await create({ name: null, custom_alias: null, expires_at: null })).toMatchObject({ name: null })
    const answer = await post({ original_url: 'https://example.com' })
    expect(answer.json.data).toMatchObject({ original_url: 'https://example.com', custom_alias: null })
    expect(answer.json.data.short_code).toMatch(/^\w{7}$/)
  })

  it('gives the destination in the form that a Location header can carry', async () => {
    expect(await create({ url: ' HTTPS://Bücher.example/ä b\n' })).toMatchObject({
      original_url: 'https://xn--bcher-kva.example/%C3%A4%20b',
    })
  })

  it.each([
    ['no body at all', undefined, 'body'],
    ['a missing url', {}, 'url'],
    ['a url of another type', { url: 5 }, 'url'],
    ['an unknown member', { url: 'https://example.com', nmae: 'x' }, 'nmae'],
    ['both url and original_url', { url: 'https://example.com', original_url: 'https://example.com' }, 'original_url'],
    ['a redirect_type that is a string', { url: 'https://example.com', redirect_type: '302' }, 'redirect_type'],
    [
      'tracking_enabled that is no boolean',
      { url: 'https://example.com', tracking_enabled: 'yes' },
      'tracking_enabled',
    ],
    ['a missing url beside a bad alias', { custom_alias: '!' }, 'url'],
  ])('refuses %s with 400 BAD_REQUEST and names it', async (_, body, named) => {
    expectError(await post(body), { status: 400, code: 'BAD_REQUEST', details: expect.stringContaining(named) })
  })

  it.each([
    ['url', 'example.com'],
    ['url', 'javascript:alert(1)'],
    ['url', 'data:text/html,x'],
    ['url', 'ftp://example.com/'],
    ['url', 'https://user:secret@example.com/'],
    ['url', `https://example.com/${'a'.repeat(8_192)}`],
    ['url', `https://example.com/${'ä'.repeat(3_000)}`],
    ['url', 'http://localhost:8080/loop'],
    ['url', 'http://LOCALHOST.:8080/loop'],
    ['custom_alias', 'ab'],
    ['custom_alias', 'a'.repeat(51)],
    ['custom_alias', 'with space'],
    ['custom_alias', 'ünïcode'],
    ['custom_alias', 'dotted.alias'],
    ['custom_alias', 'two\nlines'],
    ['name', 'n'.repeat(256)],
    ['name', 'nul\u0000'],
    ['expires_at', '2020-01-01T00:00:00Z'],
    ['expires_at', 'tomorrow'],
    ['redirect_type', 303],
  ])('refuses %s = %j with 422 VALIDATION_ERROR', async (field, value) => {
    expectError(await post({ url: 'https://example.com', [field]: value }), {
      status: 422,
      code: 'VALIDATION_ERROR',
      details: { errors: [{ field, message: expect.any(String) }] },
    })
  })

  it('answers 409 CONFLICT for an alias that is taken, by whomever', async () => {
    const custom_alias = freshAlias()
    await create({ custom_alias })
    expectError(await post({ url: 'https://example.com', custom_alias }), { status: 409, code: 'CONFLICT' })
    expectError(await post({ url: 'https://example.com', custom_alias }, await anotherKey()), {
      status: 409,
      code: 'CONFLICT',
    })
  })

  it.each(['api', 'Admin', 'FAVICON', 'check-alias', 'export'])(
    'answers 409 CONFLICT for the reserved %s',
    async (word) => {
      expectError(await post({ url: 'https://example.com', custom_alias: word }), { status: 409, code: 'CONFLICT' })
    },
  )

  it('gives one alias to exactly one of a hundred who ask at once', async () => {
    const custom_alias = freshAlias()
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => post({ url: 'https://example.com', custom_alias })),
    )
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([201, ...Array.from({ length: 99 }, () => 409)])
  })

  it('creates once for one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'once' }
    const body = { url: 'https://example.com' }
    const first = await api.request('POST', '/short-urls', { key, body, headers })
    const second = await api.request('POST', '/short-urls', { key, body, headers })
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.json).toEqual(first.json)
    expect((await get('/short-urls')).json.pagination.total).toBe(1)
  })
})

describe('GET /short-urls/{id}', () => {
  it('finds a short URL by UUID, short code and alias', async () => {
    const custom_alias = freshAlias()
    const link = await create({ custom_alias })
    expect((await get(`/short-urls/${link.id}`)).json).toEqual({ success: true, data: link })
    expect((await get(`/short-urls/${custom_alias}`)).json.data).toEqual(link)
    const generated = await create()
    expect((await get(`/short-urls/${generated.short_code}`)).json.data).toEqual(generated)
  })

  it('takes a UUID for the id of a link before it takes it for an alias', async () => {
    const link = await create()
    const lookalike = await create({ custom_alias: link.id })
    expect((await get(`/short-urls/${link.id}`)).json.data.id).toBe(link.id)
    await remove(link.id)
    expect((await get(`/short-urls/${link.id}`)).json.data.id).toBe(lookalike.id)
  })

  it('counts clicks from both stores, bots apart', async () => {
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

  it('is 404 NOT_FOUND for an unknown id and for another account', async () => {
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

describe('GET /short-urls', () => {
  it('answers the own short URLs, newest first, with their pagination beside them', async () => {
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

  it('walks pages by number and by cursor to the same end', async () => {
    for (let index = 0; index < 5; index++) await create({ name: `n${index}` })
    // Links made by one statement share their instant: only the id tells them apart.
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

  it('filters by status', async () => {
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

  it('searches names, codes and destinations, as plain text', async () => {
    await create({ name: '100% Spring' })
    await create({ url: 'https://shop.example/SALE' })
    const custom_alias = `Needle-${made}`
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

  it('sorts by name, clicks, last click and expiry, with empty values last', async () => {
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

  it('says null for what only the click store knows while that is away', async () => {
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
  ])('refuses %s with 400 BAD_REQUEST', async (query) => {
    expectError(await get(`/short-urls?${query}`), { status: 400, code: 'BAD_REQUEST', details: expect.any(String) })
  })
})

describe('DELETE /short-urls/{id}', () => {
  it('answers 200 with a message and a timestamp', async () => {
    const { id } = await create()
    const { status, json } = await remove(id)
    expect(status).toBe(200)
    expect(json).toEqual({
      success: true,
      data: { message: expect.any(String) },
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    })
    expectError(await get(`/short-urls/${id}`), { status: 404, code: 'NOT_FOUND' })
  })

  it('takes a short code or an alias too, and the code can be used again', async () => {
    const custom_alias = freshAlias()
    await create({ custom_alias })
    expect((await remove(custom_alias)).status).toBe(200)
    await create({ custom_alias }, await anotherKey())
    const { short_code } = await create()
    expect((await remove(short_code)).status).toBe(200)
  })

  it('is 403 ACCESS_DENIED for another account, and touches nothing', async () => {
    const link = await create()
    const stranger = await anotherKey()
    expectError(await remove(link.id, stranger), { status: 403, code: 'ACCESS_DENIED' })
    expectError(await remove(link.short_code, stranger), { status: 403, code: 'ACCESS_DENIED' })
    expect((await get(`/short-urls/${link.id}`)).status).toBe(200)
  })

  it('is 404 NOT_FOUND for an unknown one', async () => {
    expectError(await remove('nothing-here'), { status: 404, code: 'NOT_FOUND' })
    expectError(await remove(uuidv7()), { status: 404, code: 'NOT_FOUND' })
    expectError(await remove('%00'), { status: 404, code: 'NOT_FOUND' })
  })
})

describe('GET /short-urls/check-alias', () => {
  const check = (query: string, as = key) => get(`/short-urls/check-alias?${query}`, as)

  it('says that an alias is free', async () => {
    const { status, json } = await check('alias=Quite-Free_1')
    expect(status).toBe(200)
    expect(json).toEqual({
      success: true,
      data: {
        available: true,
        alias: 'Quite-Free_1',
        url_type: 'standard',
        subdomain: null,
        branded_domain: null,
        full_url: 'http://localhost:8080/Quite-Free_1',
        message: expect.any(String),
      },
    })
  })

  it('says that an alias is taken, with regard to case', async () => {
    await create({ custom_alias: 'TakenAlias' })
    expect((await check('alias=TakenAlias&url_type=standard')).json.data.available).toBe(false)
    expect((await check('alias=TakenAlias', await anotherKey())).json.data.available).toBe(false)
    expect((await check('alias=takenalias')).json.data.available).toBe(true)
  })

  it('says that a reserved word is not available', async () => {
    expect((await check('alias=Admin')).json.data).toMatchObject({ available: false, alias: 'Admin' })
  })

  it('refuses a missing alias, subdomain or branded_domain with 400 BAD_REQUEST', async () => {
    for (const [query, named] of [
      ['', 'alias'],
      ['alias=fine&url_type=subdomain', 'subdomain'],
      ['alias=fine&url_type=branded', 'branded_domain'],
      ['alias=fine&url_type=branded&branded_domain=', 'branded_domain'],
      ['alias=!&url_type=subdomain', 'subdomain'],
    ] as const) {
      expectError(await check(query), { status: 400, code: 'BAD_REQUEST', details: expect.stringContaining(named) })
    }
  })

  it('refuses what breaks a rule with 422 VALIDATION_ERROR', async () => {
    for (const [query, field] of [
      ['alias=ab', 'alias'],
      [`alias=${'a'.repeat(51)}`, 'alias'],
      ['alias=not%20so', 'alias'],
      ['alias=fine&url_type=vanity', 'url_type'],
    ] as const) {
      const details = { errors: [{ field, message: expect.any(String) }] }
      expectError(await check(query), { status: 422, code: 'VALIDATION_ERROR', details })
    }
  })

  it('refuses a domain that is not the own with 403 ACCESS_DENIED', async () => {
    for (const query of ['url_type=subdomain&subdomain=shop', 'url_type=branded&branded_domain=go.example']) {
      expectError(await check(`alias=fine&${query}`), { status: 403, code: 'ACCESS_DENIED' })
    }
  })

  it('looks within the own domain', async () => {
    await stores.sql`
      insert into domains (id, account_id, type, host)
      values (${uuidv7()}, ${account.id}, 'subdomain', 'shop.localhost')`
    await create({ custom_alias: 'both-places' })
    expect((await check('alias=both-places&url_type=subdomain&subdomain=Shop')).json.data).toMatchObject({
      available: true,
      subdomain: 'shop',
      full_url: 'http://shop.localhost:8080/both-places',
    })
  })
})

describe('who may', () => {
  it.each([
    ['GET', '/short-urls', 'read'],
    ['GET', '/short-urls/check-alias?alias=fine', 'read'],
    ['GET', '/short-urls/some-code', 'read'],
    ['POST', '/short-urls', 'write'],
    ['DELETE', '/short-urls/some-code', 'delete'],
  ] as const)('%s %s: 401 without a key, 403 FORBIDDEN without %s', async (method, path, needed) => {
    const others = (['read', 'write', 'delete', 'analytics'] as const).filter((permission) => permission !== needed)
    const { key: lacking } = await createKey(stores.sql, account, others)
    expectError(await api.request(method, path), { status: 401, code: 'UNAUTHORIZED' })
    expectError(await api.request(method, path, { key: lacking }), { status: 403, code: 'FORBIDDEN' })
  })
})
