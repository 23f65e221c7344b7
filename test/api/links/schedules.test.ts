import { describe, expect, it } from 'vitest'
import { runSchedules } from '#model/links/run-schedules.ts'
import { entries, rollBack } from '../support/history.ts'
import { inDays, letPass } from '../support/schedules.ts'
import {
  anotherKey,
  api,
  create,
  expectError,
  get,
  key,
  post,
  put,
  read,
  stores,
  useShortUrls,
} from '../support/short-urls.ts'

useShortUrls()

const to = (page: string) => ({ url: `https://example.com/${page}` })
const german = {
  conditions: [{ type: 'country', operator: 'in', value: ['DE'] }],
  destination_url: 'https://example.com/de',
}
const half = { ...german, conditions: [{ type: 'percentage', operator: 'lt', value: 50 }] }
const tenth = { ...german, conditions: [{ type: 'click_number', operator: 'eq', value: 10 }] }

const stored = async (id: string) => {
  const [row] = await stores.sql<{ rules_secret: string | null; numbered_since: number | null }[]>`
    select rules_secret, numbered_since from links where id = ${id}`
  return row
}
const ask = (path: string, body?: unknown) => api.request('POST', `/short-urls/${path}`, { key, body })

describe('schedules', () => {
  it('are none by default, and returned in the order of their times, with ids', async () => {
    expect(await create()).toMatchObject({ schedules: [] })
    const [first, second] = [inDays(1), inDays(2)]
    const { id, schedules } = await create({
      schedules: [
        { at: second, changes: { is_active: false, targeting_rules: [german] } },
        { at: first.replace('Z', '+00:00'), changes: { ...to('first'), fallback_url: null } },
      ],
    })
    expect(schedules).toMatchObject([
      { id: expect.any(String), at: first, changes: { ...to('first'), fallback_url: null } },
      { at: second, changes: { is_active: false, targeting_rules: [{ name: 'Rule 1', priority: 1 }] } },
    ])
    expect(Object.keys(schedules[0].changes)).toEqual(['url', 'fallback_url'])
    expect((await read(id)).schedules).toEqual(schedules)
    expect((await get('/short-urls')).json.data[0].schedules).toEqual(schedules)
  })

  it('are replaced as a whole, keep their ids, take the record as it was read, and are removed by an empty list', async () => {
    const link = await create({ schedules: [{ at: inDays(1), changes: to('first') }] })
    expect((await put(link.id, link)).json.data.schedules).toEqual(link.schedules)
    const more = [{ at: inDays(2), changes: { is_active: false } }, ...link.schedules]
    expect((await put(link.id, { schedules: more })).json.data.schedules).toMatchObject([link.schedules[0], {}])
    expect((await put(link.id, { name: 'x' })).json.data.schedules).toHaveLength(2)
    expect((await put(link.id, { schedules: [] })).json.data.schedules).toEqual([])
  })

  const at = inDays(1)
  const one = (changes: unknown) => [{ at, changes }]
  it.each([
    ['one without a time', [{ changes: to('x') }], 400, 'schedules.0.at'],
    ['one without changes', [{ at }], 400, 'schedules.0.changes'],
    ['unknown members', [{ at, changes: to('x'), repeat: 'daily' }], 400, 'schedules.0.repeat'],
    ['unknown members of changes', one({ name: 'x' }), 400, 'schedules.0.changes.name'],
    ['a text for a list', 'tomorrow', 400, 'schedules'],
    ['a destination of null', one({ url: null }), 400, 'schedules.0.changes.url'],
    ['no change', one({}), 422, 'schedules.0.changes'],
    ['a time without a time zone', [{ at: '2030-01-01T00:00:00', changes: to('x') }], 422, 'schedules.0.at'],
    ['a time that has passed', [{ at: inDays(-1), changes: to('x') }], 422, 'schedules.0.at'],
    ['one that is far away', [{ at: inDays(6 * 366), changes: to('x') }], 422, 'schedules.0.at'],
    [
      'two at one time',
      [...one(to('x')), { at: at.replace('Z', '+00:00'), changes: to('y') }],
      ...([422, 'schedules.1.at'] as const),
    ],
    ['unsafe destinations', one({ url: 'javascript:x' }), 422, 'schedules.0.changes.url'],
    ['loops', one({ ios_url: 'http://localhost:8080/x' }), 422, 'schedules.0.changes.ios_url'],
    [
      'loops of rules',
      one({ targeting_rules: [{ ...german, destination_url: 'http://localhost:8080/x' }] }),
      ...([422, 'schedules.0.changes.targeting_rules.0.destination_url'] as const),
    ],
    [
      'countries that do not exist',
      one({ targeting_rules: [{ ...german, conditions: [{ type: 'country', operator: 'in', value: ['zz'] }] }] }),
      ...([422, 'schedules.0.changes.targeting_rules.0.conditions.0.value'] as const),
    ],
    [
      'more than 20',
      Array.from({ length: 21 }, (_, index) => ({ at: inDays(index + 1), changes: to('x') })),
      ...([422, 'schedules'] as const),
    ],
    [
      'more than 32,768 characters',
      Array.from({ length: 6 }, (_, index) => ({ at: inDays(index + 1), changes: to('x'.repeat(6_000)) })),
      ...([422, 'schedules'] as const),
    ],
  ])('refuse %s', async (_, schedules, status, field) => {
    const { id } = await create()
    for (const answer of [await post({ ...to('page'), schedules }), await put(id, { schedules })]) {
      expect(answer.status).toBe(status)
      const { details } = answer.json.error
      expect(typeof details === 'string' ? details : details.errors[0].field).toContain(field)
    }
    expect((await read(id)).schedules).toEqual([])
  })

  it('cannot be changed by another account', async () => {
    const link = await create({ schedules: one(to('x')) })
    expectError(await put(link.id, { schedules: [] }, await anotherKey()), { status: 404, code: 'NOT_FOUND' })
    expect((await read(link.id)).schedules).toEqual(link.schedules)
  })

  it('are those of one request if two requests change them at once', async () => {
    const { id } = await create()
    const sets = ['one', 'two'].map((page) => [1, 2].map((days) => ({ at: inDays(days), changes: to(page) })))
    const answers = await Promise.all(sets.map((schedules) => put(id, { schedules })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const urls = (await read(id)).schedules.map(({ changes }: { changes: { url: string } }) => changes.url)
    expect(new Set(urls).size).toBe(1)
    expect(urls).toHaveLength(2)
  })

  it('leave a secret to the percentages of an update, also if a due change removes the earlier ones', async () => {
    const schedules = [{ at: inDays(1), changes: { targeting_rules: [] } }]
    const { id } = await create({ targeting_rules: [half], schedules })
    await letPass(id, 2)
    expect((await put(id, { targeting_rules: [half] })).status).toBe(200)
    expect((await stored(id))?.rules_secret).toMatch(/^sealed:/)
  })

  it('show in reads from their time on, and an update changes that state', async () => {
    const second = { at: inDays(5), changes: { is_active: true } }
    const link = await create({ schedules: [{ at: inDays(1), changes: { ...to('first'), is_active: false } }, second] })
    await letPass(link.id, 2)
    expect(await read(link.id)).toMatchObject({
      original_url: 'https://example.com/first',
      status: 'disabled',
      schedules: [{ changes: { is_active: true } }],
    })
    const { json } = await put(link.id, { name: 'Renamed' })
    expect(json.data).toMatchObject({ name: 'Renamed', status: 'disabled', original_url: 'https://example.com/first' })
    const [renamed, applied] = await entries(link.id)
    expect(renamed).toMatchObject({ actor: { type: 'key' }, changes: [{ field: 'name' }] })
    expect(applied).toMatchObject({ actor: { type: 'schedule', name: 'Schedule' } })
    expect(applied.changes.map(({ field }: { field: string }) => field)).toEqual(['url', 'is_active', 'schedules'])
  })

  it('keep a secret and a number for the rules that come later', async () => {
    const link = await create({ schedules: one({ targeting_rules: [half, tenth] }) })
    const before = await stored(link.id)
    expect(before).toEqual({ rules_secret: expect.stringMatching(/^sealed:/), numbered_since: expect.any(Number) })
    expect((await get(`/short-urls/${link.id}`)).text).not.toMatch(/sealed|secret/)
    await put(link.id, { targeting_rules: [german] })
    expect(await stored(link.id)).toEqual(before)
    await letPass(link.id, 2)
    await runSchedules(stores)
    expect(await stored(link.id)).toEqual(before)
    expect(await read(link.id)).toMatchObject({ targeting_rules: [{}, {}], schedules: [] })
    await put(link.id, { targeting_rules: [] })
    expect(await stored(link.id)).toEqual({ rules_secret: null, numbered_since: null })
    const later = await put(link.id, { schedules: one({ targeting_rules: [half] }) })
    expect(later.status).toBe(200)
    expect((await stored(link.id))?.rules_secret).toMatch(/^sealed:/)
  })

  it('are set in bulk', async () => {
    const ids = [(await create()).id, (await create()).id]
    const body = { ids, changes: { schedules: one({ targeting_rules: [half] }) } }
    const { json } = await api.request('PUT', '/short-urls/bulk', { key, body })
    expect(json.data.succeeded.map(({ schedules }: { schedules: unknown[] }) => schedules.length)).toEqual([1, 1])
    const secrets = await Promise.all(ids.map(async (id) => (await stored(id))?.rules_secret))
    expect(new Set(secrets).size).toBe(2)
    const many = { urls: [{ ...to('many'), schedules: one({ targeting_rules: [tenth] }) }] }
    const made = (await api.request('POST', '/short-urls/bulk', { key, body: many })).json.data.succeeded[0]
    expect(made.schedules).toHaveLength(1)
    expect((await stored(made.id))?.numbered_since).toBeGreaterThan(0)
  })

  it('are compared by find_if_exists, without their ids', async () => {
    const link = await create({ ...to('same'), schedules: one({ targeting_rules: [half] }) })
    const find = async (more: object) => (await post({ ...to('same'), ...more, find_if_exists: true })).json.data.id
    expect(await find({ schedules: one({ targeting_rules: [half] }) })).toBe(link.id)
    expect(await find({ schedules: one({ targeting_rules: [german] }) })).not.toBe(link.id)
    expect(await find({})).not.toBe(link.id)
  })

  it('are not copied to a duplicate, which has the current state', async () => {
    const link = await create({
      schedules: [
        { at: inDays(1), changes: to('first') },
        { at: inDays(9), changes: to('x') },
      ],
    })
    await letPass(link.id, 2)
    const { status, json } = await ask(`${link.id}/duplicate`)
    expect([status, json.data]).toMatchObject([201, { original_url: 'https://example.com/first', schedules: [] }])
  })

  it('are simulated for the time of a visit', async () => {
    const link = await create({
      ...to('now'),
      schedules: [
        { at: inDays(1), changes: to('first') },
        { at: inDays(2), changes: { targeting_rules: [german] } },
        { at: inDays(3), changes: { is_active: false } },
      ],
    })
    const at = async (days: number) => (await ask(`${link.id}/simulate`, { country: 'de', at: inDays(days) })).json.data
    expect(await at(0)).toMatchObject({ url: 'https://example.com/now', rules: [] })
    expect(await at(1.5)).toMatchObject({ url: 'https://example.com/first', decided_by: 'link' })
    expect(await at(2.5)).toMatchObject({ url: 'https://example.com/de', rules: [{ name: 'Rule 1', applies: true }] })
    expect(await at(3.5)).toMatchObject({ outcome: 'not_found', decided_by: 'state' })
  })

  it('are restored by a rollback if their time is in the future', async () => {
    const schedules = [1, 5].map((days) => ({ at: inDays(days), changes: to(`day-${days}`) }))
    const link = await create({ schedules })
    await put(link.id, { schedules: [], name: 'Renamed' })
    const [removed] = await entries(link.id)
    expect((await rollBack(link.id, { entry_id: removed.id })).json.data.short_url.schedules).toEqual(link.schedules)
    await letPass(link.id, 2)
    await runSchedules(stores)
    const [applied] = await entries(link.id)
    expect(applied).toMatchObject({ actor: { type: 'schedule' } })
    const undone = await rollBack(link.id, { entry_id: applied.id, fields: ['url', 'schedules'] })
    expect(undone.json.data.short_url).toMatchObject({ original_url: link.original_url })
    expect(undone.json.data.short_url.schedules).toMatchObject([{ changes: to('day-5') }])
  })

  it('do not prevent a rollback when one is due', async () => {
    const link = await create()
    await put(link.id, { name: 'Renamed', schedules: one(to('first')) })
    const [renamed] = await entries(link.id)
    await letPass(link.id, 2)
    const { status, json } = await rollBack(link.id, { entry_id: renamed.id })
    expect([status, json.data.short_url]).toMatchObject([200, { name: null, original_url: link.original_url }])
    expect(json.data.short_url.schedules).toEqual([])
  })
})
