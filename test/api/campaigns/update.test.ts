import { describe, expect, it } from 'vitest'
import { uuidv7 } from '#runtime/uuid.ts'
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
  put,
  useCampaigns,
} from '../support/campaigns.ts'

useCampaigns()

describe('PUT /campaigns/{id}', () => {
  it('returns 200 with only id, name and updated_at, changes the given fields, and announces the record', async () => {
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

  it('null clears description, end_date and tags; a record can be sent back', async () => {
    const made = await create({ description: 'old', start_date: '2026-01-01', end_date: '2998-01-01', tags: ['a'] })
    expect((await put(made.id, made)).status).toBe(200)
    expect((await get(pathOf(made.id))).json.data).toMatchObject({ description: 'old', tags: ['a'] })
    expect((await put(made.id, { description: null, start_date: null, end_date: null, tags: [] })).status).toBe(200)
    const emptied = (await get(pathOf(made.id))).json.data
    for (const member of ['description', 'start_date', 'end_date']) expect(emptied).not.toHaveProperty(member)
    expect(emptied.tags).toEqual([])
  })

  it('changes and announces nothing for an empty body', async () => {
    const made = await create()
    expect((await put(made.id, {})).json.data).toEqual({ id: made.id, name: made.name, updated_at: made.updated_at })
    expect((await messages()).map(({ type }) => type)).toEqual(['campaign.created'])
  })

  it('also accepts PATCH', async () => {
    const made = await create()
    const { status } = await api.request('PATCH', pathOf(made.id), { key, body: { tags: ['patched'] } })
    expect(status).toBe(200)
    expect((await get(pathOf(made.id))).json.data.tags).toEqual(['patched'])
  })

  it('returns 400 for the name of another campaign, and keeps the old name', async () => {
    await create({ name: 'Taken' })
    const made = await create({ name: 'Mine' })
    expectError(await put(made.id, { name: 'Taken' }), {
      status: 400,
      code: 'BAD_REQUEST',
      details: expect.stringContaining('name'),
    })
    expect((await put(made.id, { name: 'Mine' })).status).toBe(200)
  })

  it('accepts one of several concurrent renames to the same name', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => create()))
    const answers = await Promise.all(made.map(({ id }) => put(id, { name: 'Same' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 400)])
  })

  it('end_date must be after start_date, whichever changes, also on concurrent requests', async () => {
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
  ])('returns 400 BAD_REQUEST for %j', async (body, named) => {
    const made = await create()
    expectError(await put(made.id, body), { status: 400, code: 'BAD_REQUEST', details: expect.stringContaining(named) })
  })

  it("returns 404 NOT_FOUND for an unknown campaign or another account's, which stays unchanged", async () => {
    const stranger = await anotherKey()
    const foreign = await create({ name: 'Foreign' }, stranger)
    for (const id of ['Nobody', uuidv7(), foreign.id, foreign.name]) {
      expectError(await put(id, { name: 'Stolen' }), { status: 404, code: 'NOT_FOUND' })
    }
    expect((await get(pathOf(foreign.id), stranger)).json.data).toEqual(foreign)
  })

  it('accepts the UUID or the URL-encoded name', async () => {
    const name = 'Déjà/vu? 100% #1 & "more"'
    const made = await create({ name })
    expect((await put(made.id, { description: 'by id' })).json.data).toMatchObject({ id: made.id, name })
    expect((await put(name, { name: 'Plain' })).json.data).toMatchObject({ id: made.id, name: 'Plain' })
  })
})
