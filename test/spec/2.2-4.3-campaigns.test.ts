import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectClickhouse } from '../../runtime/clickhouse.ts'
import { uuidv7 } from '../../runtime/uuid.ts'
import { campaign, deletedCampaign } from '../../schemas/campaigns.ts'
import { createAccount, type TestAccount } from '../factories/account.ts'
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
const post = (body: unknown, as = key) => api.request('POST', '/campaigns', { key: as, body })
const put = (id: string, body: unknown, as = key) => api.request('PUT', pathOf(id), { key: as, body })
const remove = (id: string, query = '', as = key) => api.request('DELETE', pathOf(id) + query, { key: as })
const pathOf = (id: string) => `/campaigns/${encodeURIComponent(id)}`

async function create(body: Record<string, unknown> = {}, as = key) {
  const answer = await post({ name: `Campaign ${uuidv7()}`, ...body }, as)
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
  return answer.json.data
}

const anotherKey = async () => (await createKey(stores.sql, await createAccount(stores.sql))).key

const messages = () => stores.sql<{ type: string; data: Record<string, unknown> }[]>`
  select type, data from webhook_messages where account_id = ${account.id} order by created_at, id`

function expectError({ status, json }: Answer, expected: { status: number; code: string; details?: unknown }) {
  const { status: wanted, ...error } = expected
  expect({ status, success: json?.success }).toEqual({ status: wanted, success: false })
  expect(json.error).toMatchObject(error)
  expect(json.error.message).toEqual(expect.any(String))
}

const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)

describe('POST /campaigns', () => {
  const full = {
    name: 'Spring Sale',
    description: 'All of spring',
    start_date: '2026-03-01T00:00:00Z',
    end_date: '2999-05-31T23:59:59Z',
    tags: ['spring', 'sale'],
  }

  it('answers 201 with the record, and announces it', async () => {
    const answer = await post(full)
    expect(answer.status).toBe(201)
    const record = {
      ...full,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      start_date: '2026-03-01T00:00:00.000Z',
      end_date: '2999-05-31T23:59:59.000Z',
      status: 'active',
      url_count: 0,
      total_clicks: 0,
      unique_visitors: 0,
      created_at: instant,
      updated_at: instant,
    }
    expect(answer.json).toEqual({ success: true, data: record })
    const [message, ...more] = await messages()
    expect(more).toEqual([])
    expect(message).toMatchObject({ type: 'campaign.created', data: answer.json.data })
    expect(campaign.parse(message?.data)).toMatchObject({ name: 'Spring Sale' })
  })

  it('leaves out the description and the dates that there are not', async () => {
    const names = ['id', 'name', 'tags', 'status', 'url_count', 'total_clicks', 'unique_visitors', 'created_at']
    const bare = await create()
    expect(Object.keys(bare).sort()).toEqual([...names, 'updated_at'].sort())
    const emptied = await create({ description: null, start_date: null, end_date: null })
    expect(Object.keys(emptied).sort()).toEqual(Object.keys(bare).sort())
    expect((await get(pathOf(bare.id))).json.data).toEqual(bare)
  })

  it('reads dates with an offset, without one, and without a time', async () => {
    expect(await create({ start_date: '2026-03-01T01:00:00+02:00', end_date: '2026-03-02' })).toMatchObject({
      start_date: '2026-02-28T23:00:00.000Z',
      end_date: '2026-03-02T00:00:00.000Z',
      status: 'ended',
    })
    expect(await create({ start_date: '2999-03-01T08:30:00' })).toMatchObject({
      start_date: '2999-03-01T08:30:00.000Z',
      status: 'upcoming',
    })
  })

  it('takes names of 1 to 100 characters, as people count them', async () => {
    for (const name of ['x', '🌱'.repeat(100), 'Déjà/vu? 100% #1 & "more"']) {
      const made = await create({ name })
      expect(made.name).toBe(name)
      expect((await get(pathOf(name))).json.data.id).toBe(made.id)
    }
    expect((await create({ name: '  Trimmed ' })).name).toBe('Trimmed')
  })

  it('refuses a name that the account has (400), not one that differs in case or belongs to somebody else', async () => {
    await create({ name: 'Unique' })
    expectError(await post({ name: 'Unique' }), {
      status: 400,
      code: 'BAD_REQUEST',
      details: expect.stringContaining('name'),
    })
    await create({ name: 'unique' })
    await create({ name: 'Unique' }, await anotherKey())
  })

  it('gives a name to exactly one of twenty who ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => post({ name: 'Contested' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 19 }, () => 400)])
    expect(await messages()).toHaveLength(1)
  })

  it.each([
    ['no body', undefined, 'body'],
    ['a missing name', {}, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['a name of spaces', { name: '   ' }, 'name'],
    ['a name of 101 characters', { name: 'n'.repeat(101) }, 'name'],
    ['a name that is no string', { name: 5 }, 'name'],
    ['a name that is null', { name: null }, 'name'],
    ['a name that Postgres cannot store', { name: 'nul\u0000' }, 'name'],
    ['a description that is no string', { name: 'x', description: {} }, 'description'],
    ['a start_date that is none', { name: 'x', start_date: 'tomorrow' }, 'start_date'],
    ['a day that is none', { name: 'x', start_date: '2026-02-30' }, 'start_date'],
    ['a year that Postgres cannot store', { name: 'x', start_date: '0000-01-01T00:00:00Z' }, 'start_date'],
    ['a year of five digits', { name: 'x', end_date: '9999-12-31T23:59:59-12:00' }, 'end_date'],
    ['an end_date before the start', { name: 'x', start_date: '2026-03-02', end_date: '2026-03-01' }, 'end_date'],
    ['an end_date at the start', { name: 'x', start_date: '2026-03-01', end_date: '2026-03-01' }, 'end_date'],
    ['tags that are no list', { name: 'x', tags: 'a,b' }, 'tags'],
    ['a tag that is no string', { name: 'x', tags: ['a', 1] }, 'tags.1'],
    ['a tag with a comma', { name: 'x', tags: ['a,b'] }, 'tags.0'],
    ['an empty tag', { name: 'x', tags: [''] }, 'tags.0'],
    ['too many tags', { name: 'x', tags: Array.from({ length: 21 }, (_, index) => `t${index}`) }, 'tags'],
    ['an unknown member', { name: 'x', colour: 'red' }, 'colour'],
  ])('refuses %s with 400 BAD_REQUEST and names it', async (_, body, named) => {
    expectError(await post(body), { status: 400, code: 'BAD_REQUEST', details: expect.stringContaining(named) })
  })
})

describe('GET /campaigns/{id}', () => {
  it('finds a campaign by UUID and by name, the UUID first', async () => {
    const named = await create({ name: 'By Name' })
    const lookalike = await create({ name: named.id })
    expect((await get(`/campaigns/${named.id}`)).json).toEqual({ success: true, data: named })
    expect((await get('/campaigns/By%20Name')).json.data).toEqual(named)
    await remove(named.id)
    expect((await get(`/campaigns/${named.id}`)).json.data.id).toBe(lookalike.id)
  })

  it('is 404 NOT_FOUND for an unknown one and for one of another account', async () => {
    const foreign = await create({ name: 'Foreign' }, await anotherKey())
    for (const id of ['Nobody', uuidv7(), '\u0000', 'by name', foreign.id, foreign.name]) {
      expectError(await get(pathOf(id)), { status: 404, code: 'NOT_FOUND' })
    }
  })

  it('says null for its visitors while the click store is away', async () => {
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

  it('answers the own campaigns, newest first, with their pagination beside them', async () => {
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

  it('filters by tags: one of them is enough', async () => {
    await create({ name: 'a', tags: ['Red', 'big'] })
    await create({ name: 'b', tags: ['blue'] })
    await create({ name: 'c' })
    expect(await found('tags=Red')).toEqual(['a'])
    expect(await found('tags=blue,%20Red')).toEqual(['b', 'a'])
    expect(await found('tags=-blue')).toEqual(['c', 'a'])
    expect(await found('tags=green')).toEqual([])
    expect(await found('tags=')).toHaveLength(3)
  })

  it('filters by status, by the clock', async () => {
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
    'refuses %s with 400 BAD_REQUEST',
    async (query) => {
      expectError(await get(`/campaigns?${query}`), { status: 400, code: 'BAD_REQUEST', details: expect.any(String) })
    },
  )
})

describe('PUT /campaigns/{id}', () => {
  it('changes what is given, answers exactly id, name and updated_at, and announces the record', async () => {
    const made = await create({ name: 'Before', description: 'old', end_date: '2998-01-01', tags: ['a'] })
    const answer = await put('Before', { name: 'After', end_date: '2999-01-01T00:00:00Z' })
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({ success: true, data: { id: made.id, name: 'After', updated_at: instant } })
    const after = (await get(pathOf(made.id))).json.data
    const { updated_at } = answer.json.data
    expect(after).toEqual({ ...made, name: 'After', end_date: '2999-01-01T00:00:00.000Z', updated_at })
    expect(Date.parse(updated_at)).toBeGreaterThanOrEqual(Date.parse(made.updated_at))
    expect((await messages()).at(-1)).toMatchObject({ type: 'campaign.updated', data: { id: made.id, name: 'After' } })
    expectError(await get(pathOf('Before')), { status: 404, code: 'NOT_FOUND' })
  })

  it('empties with null, and takes a record that is sent back', async () => {
    const made = await create({ description: 'old', start_date: '2026-01-01', end_date: '2998-01-01', tags: ['a'] })
    expect((await put(made.id, made)).status).toBe(200)
    expect((await get(pathOf(made.id))).json.data).toMatchObject({ description: 'old', tags: ['a'] })
    expect((await put(made.id, { description: null, start_date: null, end_date: null, tags: [] })).status).toBe(200)
    const emptied = (await get(pathOf(made.id))).json.data
    for (const member of ['description', 'start_date', 'end_date']) expect(emptied).not.toHaveProperty(member)
    expect(emptied.tags).toEqual([])
  })

  it('changes and announces nothing when nothing is given', async () => {
    const made = await create()
    expect((await put(made.id, {})).json.data).toEqual({ id: made.id, name: made.name, updated_at: made.updated_at })
    expect((await messages()).map(({ type }) => type)).toEqual(['campaign.created'])
  })

  it('answers PATCH too', async () => {
    const made = await create()
    const { status } = await api.request('PATCH', pathOf(made.id), { key, body: { tags: ['patched'] } })
    expect(status).toBe(200)
    expect((await get(pathOf(made.id))).json.data.tags).toEqual(['patched'])
  })

  it('refuses the name of another campaign (400), and keeps its own', async () => {
    await create({ name: 'Taken' })
    const made = await create({ name: 'Mine' })
    expectError(await put(made.id, { name: 'Taken' }), {
      status: 400,
      code: 'BAD_REQUEST',
      details: expect.stringContaining('name'),
    })
    expect((await put(made.id, { name: 'Mine' })).status).toBe(200)
  })

  it('lets one of many renames to the same name through', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => create()))
    const answers = await Promise.all(made.map(({ id }) => put(id, { name: 'Same' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 400)])
  })

  it('holds the end after the start, whichever of them is changed, also by two at once', async () => {
    const made = await create({ start_date: '2026-03-01', end_date: '2026-03-10' })
    for (const body of [{ end_date: '2026-03-01' }, { start_date: '2026-03-10' }]) {
      expectError(await put(made.id, body), {
        status: 400,
        code: 'BAD_REQUEST',
        details: expect.stringContaining('end_date'),
      })
    }
    const both = [{ end_date: '2026-03-04' }, { start_date: '2026-03-06' }]
    const answers = await Promise.all(both.map((body) => put(made.id, body)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  it.each([
    [{ name: '' }, 'name'],
    [{ name: null }, 'name'],
    [{ name: 'n'.repeat(101) }, 'name'],
    [{ end_date: 'soon' }, 'end_date'],
    [{ tags: null }, 'tags'],
    [{ unknown: 1 }, 'unknown'],
    [[], 'body'],
  ])('refuses %j with 400 BAD_REQUEST', async (body, named) => {
    const made = await create()
    expectError(await put(made.id, body), { status: 400, code: 'BAD_REQUEST', details: expect.stringContaining(named) })
  })

  it('is 404 NOT_FOUND for an unknown one and for one of another account, which stays as it is', async () => {
    const stranger = await anotherKey()
    const foreign = await create({ name: 'Foreign' }, stranger)
    for (const id of ['Nobody', uuidv7(), foreign.id, foreign.name]) {
      expectError(await put(id, { name: 'Stolen' }), { status: 404, code: 'NOT_FOUND' })
    }
    expect((await get(pathOf(foreign.id), stranger)).json.data).toEqual(foreign)
  })
})

describe('DELETE /campaigns/{id}', () => {
  it('answers 200 with a message and a timestamp, announces it, and frees the name', async () => {
    const made = await create({ name: 'Short-lived' })
    const answer = await remove('Short-lived')
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({ success: true, data: { message: expect.any(String) }, timestamp: instant })
    expectError(await get(pathOf(made.id)), { status: 404, code: 'NOT_FOUND' })
    const message = (await messages()).at(-1)
    expect(message?.type).toBe('campaign.deleted')
    expect(deletedCampaign.parse(message?.data)).toEqual(message?.data)
    await create({ name: 'Short-lived' })
  })

  it('deletes once when several ask at once', async () => {
    const made = await create()
    const answers = await Promise.all(Array.from({ length: 5 }, () => remove(made.id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404])
    expect((await messages()).map(({ type }) => type)).toEqual(['campaign.created', 'campaign.deleted'])
  })

  it('is 404 NOT_FOUND for an unknown one and for one of another account, which stays', async () => {
    const stranger = await anotherKey()
    const foreign = await create({ name: 'Foreign' }, stranger)
    for (const id of ['Nobody', uuidv7(), foreign.id, foreign.name]) {
      expectError(await remove(id), { status: 404, code: 'NOT_FOUND' })
      expectError(await remove(id, '?delete_urls=true'), { status: 404, code: 'NOT_FOUND' })
    }
    expect((await get(pathOf(foreign.id), stranger)).status).toBe(200)
  })

  it('refuses a delete_urls that is neither true nor false, and deletes nothing', async () => {
    const made = await create()
    expectError(await remove(made.id, '?delete_urls=maybe'), { status: 400, code: 'BAD_REQUEST' })
    expect((await get(pathOf(made.id))).status).toBe(200)
  })
})
