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

  it('returns 201 with the campaign and counts of 0, and announces it', async () => {
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

  it('omits description, start_date and end_date without a value', async () => {
    const names = ['id', 'name', 'tags', 'status', 'url_count', 'total_clicks', 'unique_visitors', 'created_at']
    const bare = await create()
    expect(Object.keys(bare).sort()).toEqual([...names, 'updated_at'].sort())
    const emptied = await create({ description: null, start_date: null, end_date: null })
    expect(Object.keys(emptied).sort()).toEqual(Object.keys(bare).sort())
    expect((await get(pathOf(bare.id))).json.data).toEqual(bare)
  })

  it('start_date and end_date accept ISO 8601 with an offset, without one, and without a time', async () => {
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

  it('name has 1 to 100 characters, counted as graphemes', async () => {
    for (const name of ['x', '🌱'.repeat(100), 'Déjà/vu? 100% #1 & "more"']) {
      const made = await create({ name })
      expect(made.name).toBe(name)
      expect((await get(pathOf(name))).json.data.id).toBe(made.id)
    }
    expect((await create({ name: '  Trimmed ' })).name).toBe('Trimmed')
  })

  it('name is unique in the account (400); other cases and other accounts do not matter', async () => {
    await create({ name: 'Unique' })
    expectError(await post({ name: 'Unique' }), {
      status: 400,
      code: 'BAD_REQUEST',
      details: expect.stringContaining('name'),
    })
    await create({ name: 'unique' })
    await create({ name: 'Unique' }, await anotherKey())
  })

  it('name is given to exactly one of twenty concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => post({ name: 'Contested' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 19 }, () => 400)])
    expect(await messages()).toHaveLength(1)
  })

  it.each([
    ['no body', undefined, 'body'],
    ['no name', {}, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['a blank name', { name: '   ' }, 'name'],
    ['a name of 101 characters', { name: 'n'.repeat(101) }, 'name'],
    ['a name that is not a string', { name: 5 }, 'name'],
    ['a name that is null', { name: null }, 'name'],
    ['a name that Postgres cannot store', { name: 'nul\u0000' }, 'name'],
    ['a description that is not a string', { name: 'x', description: {} }, 'description'],
    ['an invalid start_date', { name: 'x', start_date: 'tomorrow' }, 'start_date'],
    ['a date that does not exist', { name: 'x', start_date: '2026-02-30' }, 'start_date'],
    ['a year that Postgres cannot store', { name: 'x', start_date: '0000-01-01T00:00:00Z' }, 'start_date'],
    ['a year with five digits', { name: 'x', end_date: '9999-12-31T23:59:59-12:00' }, 'end_date'],
    ['an end_date before the start', { name: 'x', start_date: '2026-03-02', end_date: '2026-03-01' }, 'end_date'],
    ['an end_date at the start', { name: 'x', start_date: '2026-03-01', end_date: '2026-03-01' }, 'end_date'],
    ['tags that are not a list', { name: 'x', tags: 'a,b' }, 'tags'],
    ['a tag that is not a string', { name: 'x', tags: ['a', 1] }, 'tags.1'],
    ['a tag with a comma', { name: 'x', tags: ['a,b'] }, 'tags.0'],
    ['an empty tag', { name: 'x', tags: [''] }, 'tags.0'],
    ['too many tags', { name: 'x', tags: Array.from({ length: 21 }, (_, index) => `t${index}`) }, 'tags'],
    ['an unknown field', { name: 'x', color: 'red' }, 'color'],
  ])('returns 400 BAD_REQUEST for %s, named in details', async (_, body, named) => {
    expectError(await post(body), { status: 400, code: 'BAD_REQUEST', details: expect.stringContaining(named) })
  })

  it('tags are optional, and stored once each', async () => {
    expect((await create()).tags).toEqual([])
    expect((await create({ tags: ['b', 'a', 'b'] })).tags).toEqual(['b', 'a'])
  })

  it('returns 401 UNAUTHORIZED without a key, and creates nothing', async () => {
    expectError(await api.request('POST', '/campaigns', { body: full }), { status: 401, code: 'UNAUTHORIZED' })
    expect((await get('/campaigns')).json.data).toEqual([])
  })
})
