import { describe, expect, it } from 'vitest'
import {
  all,
  anotherKey,
  ask,
  create,
  destinationOf,
  destinations,
  expectError,
  makeLink,
  move,
  read,
  two,
  useExperiments,
  weighted,
} from '../support/experiments.ts'

useExperiments()

/** The destination of the first variant of `create`. */
const destinationA = 'https://example.com/a'

interface Variant {
  id: string
  destination_url: string
  traffic_weight: number
}

const put = (id: string, body: unknown, as?: string) => ask('PUT', `/url-ab-tests/${id}`, body, as)
const weightsOf = ({ variants }: { variants: Variant[] }) => variants.map(({ traffic_weight }) => traffic_weight)
const withWeights = (variants: Variant[], ...weights: number[]) =>
  variants.map(({ id }, index) => ({ id, traffic_weight: weights[index] }))
const logged = async (id: string) => {
  const rows = await all.stores.sql<{ weights: Record<string, number> }[]>`
    select weights
    from ab_weight_changes
    where test_id = ${id}
    order by id`
  return rows.map(({ weights }) => weights)
}

const conflict = { status: 409, code: 'CONFLICT', details: { status: 'running', allowed: ['draft'] } }

describe('PUT /url-ab-tests/{id}', () => {
  it('a draft: every field can change, and PATCH does the same', async () => {
    const { path: _, ...test } = await create()
    const changes = {
      ...{ name: 'Footer', description: 'd', hypothesis: 'h', conversions_enabled: true },
      ...{ min_sample_size: 10, confidence_level: 90 },
    }
    const answer = await put(test.id, changes)
    expect(answer.status).toBe(200)
    expect(answer.json.data.test).toEqual({ ...test, ...changes, updated_at: answer.json.data.test.updated_at })
    const patched = await ask('PATCH', `/url-ab-tests/${test.id}`, { description: null })
    expect(patched.json.data.test).toMatchObject({ name: 'Footer', description: null })
  })

  it('a draft: variants can change, be added and removed; those with an id keep it', async () => {
    const test = await create()
    const [first, second] = test.variants
    const given = [{ id: second.id, name: 'Kept' }, { destination_url: 'https://example.com/new' }, { id: first.id }]
    const { variants } = (await put(test.id, { variants: given })).json.data.test
    expect(variants).toMatchObject([
      { id: second.id, name: 'Kept', destination_url: 'https://example.com/b', traffic_weight: 33.3333 },
      { name: 'Variant B', destination_url: 'https://example.com/new' },
      { id: first.id, name: 'Variant A', destination_url: 'https://example.com/a' },
    ])
    await move(test.id, 'start')
    expect(new Set(await destinations(test.path, 60)).size).toBe(3)
  })

  it('a draft: the short URL made for it follows the first variant, until its own destination is changed', async () => {
    const test = await create()
    const leadTo = async (destination_url: string) => {
      const variants = [{ id: test.variants[0].id, destination_url }, { id: test.variants[1].id }]
      expect((await put(test.id, { variants })).status).toBe(200)
      return await destinationOf(test.path, 'Mozilla/5.0')
    }
    expect(await leadTo('https://example.com/new')).toBe('https://example.com/new')
    await ask('PUT', `/short-urls/${test.primary_url_id}`, { url: 'https://example.com/own' })
    expect(await leadTo('https://example.com/other')).toBe('https://example.com/own')
  })

  it('a draft: its short URL in the trash is not changed', async () => {
    const test = await create()
    await ask('POST', `/short-urls/${test.primary_url_id}/trash`)
    const before = await read(test.id)
    const variants = [
      { id: test.variants[0].id, destination_url: 'https://example.com/new' },
      { id: test.variants[1].id },
    ]
    expectError(await put(test.id, { variants }), { status: 409, code: 'CONFLICT' })
    expect(await read(test.id)).toEqual(before)
  })

  it('a draft: an existing short URL keeps its destination', async () => {
    const link = await makeLink({ url: destinationA })
    const test = await create({ primary_url_id: link.id })
    const variants = [
      { id: test.variants[0].id, destination_url: 'https://example.com/new' },
      { id: test.variants[1].id },
    ]
    expect((await put(test.id, { variants })).status).toBe(200)
    expect(await destinationOf(test.path, 'Mozilla/5.0')).toBe(destinationA)
  })

  it('a record sent back unchanged changes nothing, in every state', async () => {
    const test = await create(weighted(50, 30, 20))
    for (const action of ['start', 'pause']) {
      const before = await read(test.id)
      const answer = await put(test.id, before)
      expect([answer.status, answer.json.data?.test]).toEqual([200, before])
      await move(test.id, action)
    }
    expect(await logged(test.id)).toHaveLength(1)
  })

  it('a running test: weights can change and are logged, and as few visitors as possible move', async () => {
    const test = await create(weighted(40, 30, 30))
    await move(test.id, 'start')
    const before = await destinations(test.path, 60)
    const answer = await put(test.id, { variants: withWeights(test.variants, 60, 20, 20) })
    expect(answer.status).toBe(200)
    expect(weightsOf(answer.json.data.test)).toEqual([60, 20, 20])
    const after = await destinations(test.path, 60)
    const moved = after.filter((place, visitor) => place !== before[visitor])
    expect(moved.length).toBeGreaterThan(0)
    expect(new Set(moved)).toEqual(new Set(['https://example.com/0']))
    const [first, second, third] = test.variants.map(({ id }: Variant) => id)
    expect(await logged(test.id)).toEqual([
      { [first]: 40, [second]: 30, [third]: 30 },
      { [first]: 60, [second]: 20, [third]: 20 },
    ])
  })

  it('a running equal test becomes weighted with new weights, and equal again', async () => {
    const test = await create()
    await move(test.id, 'start')
    const uneven = await put(test.id, { variants: withWeights(test.variants, 0, 100) })
    expect(uneven.json.data.test).toMatchObject({ traffic_split_mode: 'weighted' })
    expect(new Set(await destinations(test.path, 20))).toEqual(new Set(['https://example.com/b']))
    const even = await put(test.id, { traffic_split_mode: 'equal' })
    expect(weightsOf(even.json.data.test)).toEqual([50, 50])
    expect(new Set(await destinations(test.path, 40)).size).toBe(2)
  })

  it('a running test: changing anything but weights returns 409 {status, allowed} and changes nothing', async () => {
    const test = await create()
    await move(test.id, 'start')
    const before = await read(test.id)
    const [first, second] = before.variants
    for (const body of [
      { name: 'Other' },
      { conversions_enabled: true },
      { min_sample_size: 1 },
      { variants: [second, first] },
      { variants: [first, { ...second, destination_url: 'https://example.com/other' }] },
      { variants: [...before.variants, two[0]] },
    ]) {
      expectError(await put(test.id, body), conflict)
    }
    expect(await read(test.id)).toEqual(before)
  })

  it.each([
    [400, 'BAD_REQUEST', () => ({ nmae: 'x' })],
    [400, 'BAD_REQUEST', (id: string) => ({ variants: [{ id }, { name: 'No address' }] })],
    [422, 'VALIDATION_ERROR', (id: string) => ({ variants: [{ id }] })],
    [422, 'VALIDATION_ERROR', (id: string) => ({ variants: [{ id }, { id }] })],
    [422, 'VALIDATION_ERROR', () => ({ variants: [two[0], { ...two[1], id: crypto.randomUUID() }] })],
    [422, 'VALIDATION_ERROR', () => ({ variants: [two[0], { destination_url: 'http://localhost:8080/loop' }] })],
    [422, 'VALIDATION_ERROR', () => ({ variants: [two[0], two[1]], traffic_split_mode: 'weighted' })],
    [
      422,
      'VALIDATION_ERROR',
      () => ({ variants: [{ ...two[0], traffic_weight: 100 }, two[1]], traffic_split_mode: 'weighted' }),
    ],
    [422, 'VALIDATION_ERROR', () => ({ variants: two.map((one) => ({ ...one, traffic_weight: 60 })) })],
    [422, 'VALIDATION_ERROR', () => ({ confidence_level: 10 })],
  ])('returns %i %s and changes nothing (%#)', async (status, code, bodyFor) => {
    const test = await create()
    const before = await read(test.id)
    expectError(await put(test.id, bodyFor(before.variants[0].id)), { status, code })
    expect(await read(test.id)).toEqual(before)
  })

  it("another account's test returns 404 and stays unchanged", async () => {
    const test = await create()
    expectError(await put(test.id, { name: 'Taken' }, await anotherKey()), { status: 404, code: 'NOT_FOUND' })
    expect(await read(test.id)).toMatchObject({ name: 'Headline' })
  })

  it('concurrent changes of different fields all take effect', async () => {
    const test = await create()
    const bodies = [{ name: 'Footer' }, { min_sample_size: 7 }, { hypothesis: 'h' }, { confidence_level: 99 }]
    const answers = await Promise.all(bodies.map((body) => put(test.id, body)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await read(test.id)).toMatchObject(Object.assign({}, ...bodies))
  })
})

describe('GET /url-ab-tests/{id}/history', () => {
  const changesOf = async (id: string) =>
    (await ask('GET', `/url-ab-tests/${id}/history`)).json.data.map(({ changes }: { changes: unknown[] }) => changes)

  it('has states, settings and variants, one entry for each change, and ends with the test', async () => {
    const test = await create(weighted(50, 50))
    await put(test.id, { name: 'Footer', variants: withWeights(test.variants, 80, 20) })
    await move(test.id, 'start')
    await put(test.id, { variants: withWeights(test.variants, 70, 30) })
    const shown = (...weights: number[]) =>
      test.variants.map(({ name, destination_url }: { name: string; destination_url: string }, index: number) => ({
        ...{ name, destination_url },
        traffic_weight: weights[index],
      }))
    expect(await changesOf(test.id)).toEqual([
      [{ field: 'variants', before: shown(80, 20), after: shown(70, 30) }],
      [{ field: 'status', before: 'draft', after: 'running' }],
      [
        { field: 'name', before: 'Headline', after: 'Footer' },
        { field: 'variants', before: shown(50, 50), after: shown(80, 20) },
      ],
    ])
    const { sql } = all.stores
    const [row] = await sql`select encode(secret, 'hex') as secret from ab_tests where id = ${test.id}`
    expect(JSON.stringify(await sql`select * from history`)).not.toContain(row?.['secret'])
    expectError(await ask('GET', `/url-ab-tests/${test.id}/history`, undefined, await anotherKey()), {
      status: 404,
      code: 'NOT_FOUND',
    })
    await move(test.id, 'complete', { apply_winner: false })
    expect((await ask('DELETE', `/url-ab-tests/${test.id}`)).status).toBe(200)
    expect(await sql`select from history where object_id = ${test.id}`).toHaveLength(0)
  })
})
