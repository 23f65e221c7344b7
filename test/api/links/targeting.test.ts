import { describe, expect, it } from 'vitest'
import {
  account,
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

const german = { type: 'country', operator: 'in', value: ['DE'] }
const half = { type: 'percentage', operator: 'lt', value: 50 }
const fromGoogle = { type: 'referrer_domain', operator: 'in', value: ['google.com'] }
const hundredth = { type: 'click_number', operator: 'eq', value: 100 }
const rule = (special: object = {}) => ({ conditions: [german], destination_url: 'https://example.com/de', ...special })

const invalid = { status: 422, code: 'VALIDATION_ERROR' }

const stored = async (id: string) => {
  const [row] = await stores.sql<{ rules_secret: string | null; numbered_since: number | null }[]>`
    select rules_secret, numbered_since from links where id = ${id}`
  return row
}

describe('targeting_rules', () => {
  it('are none by default, and returned with ids, names and priorities', async () => {
    expect(await create()).toMatchObject({ targeting_rules: [], fallback_url: null })
    const { id, targeting_rules } = await create({
      targeting_rules: [rule({ priority: 7, name: 'Later' }), rule({ match: 'any' }), rule({ priority: 1 })],
      fallback_url: 'https://example.com/others',
    })
    expect(targeting_rules).toMatchObject([
      { priority: 1, name: 'Rule 1', match: 'all', conditions: [{ ...german, value: ['de'] }] },
      { priority: 2, name: 'Rule 2', match: 'any', destination_url: 'https://example.com/de' },
      { priority: 3, name: 'Later' },
    ])
    expect(new Set(targeting_rules.map((one: { id: string }) => one.id)).size).toBe(3)
    expect(await read(id)).toMatchObject({ targeting_rules, fallback_url: 'https://example.com/others' })
  })

  it('are replaced as a whole, keep their ids, and are removed by an empty list', async () => {
    const before = await create({ targeting_rules: [rule(), rule({ name: 'Second' })] })
    const [first, second] = before.targeting_rules
    const { priority: _, ...moved } = second
    const { json } = await put(before.id, { targeting_rules: [moved, rule({ id: first.id, name: 'Renamed' })] })
    expect(json.data.targeting_rules).toEqual([
      { ...second, priority: 1 },
      { ...first, name: 'Renamed', priority: 2 },
    ])
    expect((await put(before.id, { name: 'x' })).json.data.targeting_rules).toHaveLength(2)
    expect((await put(before.id, { targeting_rules: [] })).json.data.targeting_rules).toEqual([])
  })

  it('take the record as it was read', async () => {
    const link = await create({ targeting_rules: [rule({ conditions: [german, half, hundredth] })] })
    const { status, json } = await put(link.id, link)
    expect([status, json.data.targeting_rules]).toEqual([200, link.targeting_rules])
  })

  const withCondition = (condition: object) => [rule({ conditions: [condition] })]
  const firstValue = 'targeting_rules.0.conditions.0.value'
  it.each([
    ['a rule without conditions', [rule({ conditions: undefined })], 400, 'targeting_rules.0.conditions'],
    ['one without a destination', [rule({ destination_url: undefined })], 400, 'targeting_rules.0.destination_url'],
    ['unknown members of rules', [rule({ when: 'always' })], 400, 'targeting_rules.0.when'],
    ['those of conditions', withCondition({ ...german, unit: 'x' }), 400, 'targeting_rules.0.conditions.0.unit'],
    ['a text for a list', withCondition({ ...german, value: 'de' }), 400, firstValue],
    ['an empty list of conditions', [rule({ conditions: [] })], 422, 'targeting_rules.0.conditions'],
    ['unknown types', withCondition({ ...german, type: 'weather' }), 422, 'targeting_rules.0.conditions.0.type'],
    ['foreign operators', withCondition({ ...german, operator: 'lt' }), 422, 'targeting_rules.0.conditions.0.operator'],
    ['an empty list of values', withCondition({ ...german, value: [] }), 422, firstValue],
    ['countries that do not exist', withCondition({ ...german, value: ['zz'] }), 422, firstValue],
    [
      'referrers that are no domains',
      withCondition({ ...fromGoogle, value: ['t.co', '*.google.com'] }),
      422,
      firstValue,
    ],
    ['referrers with an empty label', withCondition({ ...fromGoogle, value: ['.google.com'] }), 422, firstValue],
    ['0 percent', withCondition({ ...half, value: 0 }), 422, firstValue],
    ['a range for a single value', withCondition({ ...hundredth, value: [1, 2] }), 422, firstValue],
    [
      'times that do not exist',
      withCondition({ type: 'time_of_day', operator: 'lt', value: '25:00' }),
      ...[422, firstValue],
    ],
    [
      'unknown time zones',
      withCondition({ type: 'weekday', operator: 'in', value: ['monday'], tz: 'Mars/Olympus' }),
      ...[422, 'targeting_rules.0.conditions.0.tz'],
    ],
    [
      'a range that ends before its start',
      withCondition({ type: 'date', operator: 'between', value: ['2026-02-01T00:00:00Z', '2026-01-01T00:00:00Z'] }),
      ...[422, firstValue],
    ],
    ['unsafe destinations', [rule({ destination_url: 'javascript:x' })], 422, 'targeting_rules.0.destination_url'],
    ['loops', [rule({ destination_url: 'http://localhost:8080/x' })], 422, 'targeting_rules.0.destination_url'],
    ['more than 20 rules', Array.from({ length: 21 }, () => rule()), 422, 'targeting_rules'],
  ])('refuse %s', async (_, targeting_rules, status, field) => {
    const { id } = await create()
    for (const answer of [
      await post({ url: 'https://example.com/', targeting_rules }),
      await put(id, { targeting_rules }),
    ]) {
      expect(answer.status).toBe(status)
      const { details } = answer.json.error
      expect(typeof details === 'string' ? details : details.errors[0].field).toContain(field)
    }
    expect((await read(id)).targeting_rules).toEqual([])
  })

  it('keep referrers as they were sent, and those that an earlier version accepted', async () => {
    const value = ['www.Google.com', 'münchen.de', 'news.example.']
    const link = await create({ targeting_rules: withCondition({ ...fromGoogle, value }) })
    expect(link.targeting_rules[0].conditions[0].value).toEqual(value)
    const [one] = link.targeting_rules
    const earlier = [{ ...one, conditions: [{ ...fromGoogle, value: ['*.google.com'] }] }]
    await stores.sql`update links set targeting_rules = ${stores.sql.json(earlier)} where id = ${link.id}`
    const sent = await put(link.id, { targeting_rules: earlier, name: 'x' })
    expect([sent.status, sent.json.data.targeting_rules]).toEqual([200, earlier])
    const more = await put(link.id, { targeting_rules: withCondition({ ...fromGoogle, value: ['*.google.com', '*'] }) })
    expect([more.status, more.json.error.details.errors]).toEqual([
      422,
      [{ field: firstValue, message: expect.stringMatching(/^\* is not a domain\. Enter one such as google\.com/) }],
    ])
    const at = new Date(Date.now() + 86_400_000).toISOString()
    const changes = { targeting_rules: withCondition({ ...fromGoogle, value: ['*'] }) }
    const later = await put(link.id, { schedules: [{ at, changes }] })
    expect(later.json.error.details.errors[0].field).toBe(`schedules.0.changes.${firstValue}`)
    expect((await read(link.id)).targeting_rules).toEqual(earlier)
    expect((await api.request('POST', `/short-urls/${link.id}/duplicate`, { key })).status).toBe(201)
  })

  it('refuses two rules with one id, and a fallback_url of this installation', async () => {
    const id = '0197a6f0-2b7c-7d3e-8f10-5a6b7c8d9e0f'
    const twice = await post({ url: 'https://example.com/', targeting_rules: [rule({ id }), rule({ id })] })
    expect(twice.json.error.details.errors).toEqual([
      { field: 'targeting_rules.1.id', message: 'Another rule has this id.' },
    ])
    expectError(await post({ url: 'https://example.com/', fallback_url: 'http://localhost:8080/x' }), invalid)
  })

  it('cannot be changed by another account', async () => {
    const link = await create({ targeting_rules: [rule()] })
    expectError(await put(link.id, { targeting_rules: [] }, await anotherKey()), { status: 404, code: 'NOT_FOUND' })
    expect((await read(link.id)).targeting_rules).toEqual(link.targeting_rules)
  })

  it('are those of one request if two change them at once', async () => {
    const { id } = await create()
    const sets = ['one', 'two'].map((name) => [rule({ name }), rule({ name, conditions: [half] })])
    const answers = await Promise.all(sets.map((targeting_rules) => put(id, { targeting_rules })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const names = (await read(id)).targeting_rules.map(({ name }: { name: string }) => name)
    expect([
      ['one', 'one'],
      ['two', 'two'],
    ]).toContainEqual(names)
    expect((await stored(id))?.rules_secret).toMatch(/^sealed:/)
  })

  it('have a secret while they have a percentage, which no response contains', async () => {
    const link = await create({ targeting_rules: [rule({ conditions: [half] })] })
    const secret = (await stored(link.id))?.rules_secret
    expect(secret).toMatch(/^sealed:/)
    expect((await put(link.id, { targeting_rules: [rule({ conditions: [half, german] })] })).status).toBe(200)
    expect((await stored(link.id))?.rules_secret).toBe(secret)
    const copy = (await api.request('POST', `/short-urls/${link.id}/duplicate`, { key })).json.data
    expect(copy.targeting_rules).toHaveLength(1)
    expect((await stored(copy.id))?.rules_secret).not.toBe(secret)
    const texts = [
      await get(`/short-urls/${link.id}`),
      await get('/short-urls'),
      await put(link.id, { name: 'x' }),
    ].map(({ text }) => text)
    const heard = await stores.sql`select data from webhook_messages where account_id = ${account.id}`
    expect([...texts, JSON.stringify(heard)].join()).not.toMatch(/sealed|secret/)
    await put(link.id, { targeting_rules: [rule()] })
    expect((await stored(link.id))?.rules_secret).toBeNull()
  })

  it('count clicks from the time that a rule asks for their number', async () => {
    const link = await create({ targeting_rules: [rule({ conditions: [hundredth] })] })
    const since = (await stored(link.id))?.numbered_since
    expect(since).toBeGreaterThan(0)
    await put(link.id, { targeting_rules: [rule({ conditions: [hundredth] }), rule()] })
    expect((await stored(link.id))?.numbered_since).toBe(since)
    await put(link.id, { targeting_rules: [rule()] })
    expect((await stored(link.id))?.numbered_since).toBeNull()
    await put(link.id, { targeting_rules: [rule({ conditions: [hundredth] })] })
    expect((await stored(link.id))?.numbered_since).toBeGreaterThan(Number(since))
  })

  it('are compared by find_if_exists', async () => {
    const url = 'https://example.com/same'
    const link = await create({ url, targeting_rules: [rule({ conditions: [half] })] })
    const find = async (rules: unknown) =>
      (await post({ url, targeting_rules: rules, find_if_exists: true })).json.data.id
    expect(await find([rule({ conditions: [half] })])).toBe(link.id)
    expect(await find([rule()])).not.toBe(link.id)
  })

  it('are set in bulk, each link with its own secret', async () => {
    const links = [await create(), await create()]
    const ids = links.map(({ id }) => id)
    const body = { ids, changes: { targeting_rules: [rule({ conditions: [half] })] } }
    const { json } = await api.request('PUT', '/short-urls/bulk', { key, body })
    expect(json.data.failed).toEqual([])
    const secrets = await Promise.all(ids.map(async (id) => (await stored(id))?.rules_secret))
    expect(new Set(secrets).size).toBe(2)
    expect(secrets).not.toContain(null)
    const many = { urls: [{ url: 'https://example.com/', targeting_rules: [rule({ conditions: [hundredth] })] }] }
    const made = (await api.request('POST', '/short-urls/bulk', { key, body: many })).json.data.succeeded[0]
    expect((await stored(made.id))?.numbered_since).toBeGreaterThan(0)
  })
})
