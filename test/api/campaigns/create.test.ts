import { describe, expect, it } from 'vitest'
import { campaign } from '#schemas/campaigns.ts'
import {
  anotherKey,
  api,
  create,
  expectError,
  get,
  instant,
  messages,
  pathOf,
  post,
  useCampaigns,
} from '../support/campaigns.ts'

useCampaigns()

describe('POST /campaigns', () => {
  const full = {
    name: 'Spring Sale',
    description: 'All of spring',
    start_date: '2026-03-01T00:00:00Z',
    end_date: '2999-05-31T23:59:59Z',
    tags: ['spring', 'sale'],
  }

  it('201: success, data = the campaign, whose counts start at 0; announced', async () => {
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

  it('description, start_date, end_date: not required, and left out where there is none', async () => {
    const names = ['id', 'name', 'tags', 'status', 'url_count', 'total_clicks', 'unique_visitors', 'created_at']
    const bare = await create()
    expect(Object.keys(bare).sort()).toEqual([...names, 'updated_at'].sort())
    const emptied = await create({ description: null, start_date: null, end_date: null })
    expect(Object.keys(emptied).sort()).toEqual(Object.keys(bare).sort())
    expect((await get(pathOf(bare.id))).json.data).toEqual(bare)
  })

  it('start_date, end_date: ISO 8601 with an offset, without one, and without a time', async () => {
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

  it('name: 1-100 chars, as people count them', async () => {
    for (const name of ['x', '🌱'.repeat(100), 'Déjà/vu? 100% #1 & "more"']) {
      const made = await create({ name })
      expect(made.name).toBe(name)
      expect((await get(pathOf(name))).json.data.id).toBe(made.id)
    }
    expect((await create({ name: '  Trimmed ' })).name).toBe('Trimmed')
  })

  it('name: unique in account (400), not one that differs in case or belongs to somebody else', async () => {
    await create({ name: 'Unique' })
    expectError(await post({ name: 'Unique' }), {
      status: 400,
      code: 'BAD_REQUEST',
      details: expect.stringContaining('name'),
    })
    await create({ name: 'unique' })
    await create({ name: 'Unique' }, await anotherKey())
  })

  it('name: goes to exactly one of twenty who ask at once', async () => {
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
  ])('400 BAD_REQUEST: %s, which its details name', async (_, body, named) => {
    expectError(await post(body), { status: 400, code: 'BAD_REQUEST', details: expect.stringContaining(named) })
  })

  it('tags: array of string, not required, each once', async () => {
    expect((await create()).tags).toEqual([])
    expect((await create({ tags: ['b', 'a', 'b'] })).tags).toEqual(['b', 'a'])
  })

  it('401 UNAUTHORIZED: without a key, and nothing is made', async () => {
    expectError(await api.request('POST', '/campaigns', { body: full }), { status: 401, code: 'UNAUTHORIZED' })
    expect((await get('/campaigns')).json.data).toEqual([])
  })
})
