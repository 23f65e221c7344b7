import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { anotherKey, ask, create, expectError, move, read, useExperiments, weighted } from '../support/experiments.ts'

useExperiments()

interface Variant {
  id: string
  destination_url: string
  traffic_weight: number
}

const put = (id: string, body: unknown) => ask('PUT', `/url-ab-tests/${id}`, body)
const entries = async (id: string) => (await ask('GET', `/url-ab-tests/${id}/history`)).json.data
const rollBack = (id: string, body: unknown, as?: string) => ask('POST', `/url-ab-tests/${id}/rollback`, body, as)
const settled = ({ updated_at: _, ...record }: Record<string, unknown>) => record
const weightsOf = ({ variants }: { variants: Variant[] }) => variants.map(({ traffic_weight }) => traffic_weight)
const withWeights = (variants: Variant[], ...weights: number[]) =>
  variants.map(({ id }, index) => ({ id, traffic_weight: weights[index] }))

describe('POST /url-ab-tests/{id}/rollback', () => {
  it('restores all settings and variants of a draft, as a separate change', async () => {
    const test = await create(weighted(50, 50))
    const before = await read(test.id)
    const changed = await put(test.id, {
      ...{ name: 'Footer', description: 'd', hypothesis: 'h', conversions_enabled: true },
      ...{ min_sample_size: 10, confidence_level: 90, traffic_split_mode: 'equal' },
      variants: [...before.variants.map(({ id }: Variant) => ({ id })), { destination_url: 'https://example.com/new' }],
    })
    expect(changed.status, changed.text).toBe(200)
    const [first] = await entries(test.id)
    const trial = await rollBack(test.id, { entry_id: first.id, dry_run: true })
    expect((await read(test.id)).name).toBe('Footer')
    const done = await rollBack(test.id, { entry_id: first.id })
    expect([done.status, done.json.data?.not_restored], done.text).toEqual([200, []])
    expect(done.json.data.restored).toEqual(trial.json.data.restored)
    expect(settled(await read(test.id))).toEqual(settled(before))
    const [newest] = await entries(test.id)
    expect(newest).toMatchObject({ restored_from: first.id, actor: { type: 'key' } })
    await rollBack(test.id, { entry_id: newest.id, fields: ['name'] })
    expect(await read(test.id)).toMatchObject({ name: 'Footer', description: null })
  })

  it('keeps the equal split of a draft when its variants are restored, but not with uneven weights', async () => {
    const test = await create()
    const third = { destination_url: 'https://example.com/new' }
    await put(test.id, { variants: [...test.variants.map(({ id }: Variant) => ({ id })), third] })
    const [first] = await entries(test.id)
    expect((await rollBack(test.id, { entry_id: first.id })).status).toBe(200)
    const restored = await read(test.id)
    expect([restored.traffic_split_mode, weightsOf(restored)]).toEqual(['equal', [50, 50]])
    await put(test.id, { variants: withWeights(restored.variants, 80, 20) })
    await put(test.id, { traffic_split_mode: 'equal' })
    const [equal] = await entries(test.id)
    await rollBack(test.id, { entry_id: equal.id, fields: ['variants'] })
    const uneven = await read(test.id)
    expect([uneven.traffic_split_mode, weightsOf(uneven)]).toEqual(['weighted', [80, 20]])
  })

  it('restores only the traffic split of a running test', async () => {
    const test = await create(weighted(50, 50))
    await put(test.id, { name: 'Footer' })
    await move(test.id, 'start')
    await put(test.id, { variants: withWeights(test.variants, 80, 20) })
    const [weights, , name] = await entries(test.id)
    const done = await rollBack(test.id, { entry_id: name.id })
    expect(done.json.data.not_restored).toEqual(['name'])
    expect(await read(test.id)).toMatchObject({ name: 'Footer', status: 'running' })
    expect(weightsOf(await read(test.id))).toEqual([50, 50])
    const [newest] = await entries(test.id)
    expect([newest.restored_from, newest.changes.length]).toEqual([name.id, 1])
    expect((await rollBack(test.id, { entry_id: weights.id })).json.data.restored).toEqual([])
  })

  it('does not restore other variants of a running test, or a completed one', async () => {
    const test = await create(weighted(50, 50))
    const [one, two] = test.variants
    await put(test.id, { variants: [{ id: one.id }, { id: two.id, destination_url: 'https://example.com/other' }] })
    const [first] = await entries(test.id)
    await move(test.id, 'start')
    expect((await rollBack(test.id, { entry_id: first.id })).json.data).toMatchObject({
      restored: [],
      not_restored: ['variants'],
    })
    await move(test.id, 'complete', {})
    const completed = await rollBack(test.id, { entry_id: first.id })
    expectError(completed, {
      status: 409,
      code: 'CONFLICT',
      details: { status: 'completed', allowed: ['draft', 'running', 'paused'] },
    })
    expect((await read(test.id)).variants[1].destination_url).toBe('https://example.com/other')
  })

  it('is refused for unknown entries, other accounts, the other family, bad bodies, and newer entries', async () => {
    const test = await create()
    await put(test.id, { name: 'Footer' })
    const [first] = await entries(test.id)
    const notFound = { status: 404, code: 'NOT_FOUND' } as const
    expectError(await rollBack(test.id, { entry_id: randomUUID() }), notFound)
    expectError(await rollBack(test.id, { entry_id: first.id }, await anotherKey()), notFound)
    expectError(await ask('POST', `/qr-ab-tests/${test.id}/rollback`, { entry_id: first.id }), notFound)
    expect((await rollBack(test.id, { entry_id: first.id, fields: ['status'] })).status).toBe(422)
    await put(test.id, { name: 'Header' })
    expect((await rollBack(test.id, { entry_id: first.id, expected_entry_id: first.id })).status).toBe(409)
    expect((await read(test.id)).name).toBe('Header')
  })

  it('changes once if two arrive at the same time', async () => {
    const test = await create(weighted(50, 50))
    await move(test.id, 'start')
    await put(test.id, { variants: withWeights(test.variants, 80, 20) })
    const [first] = await entries(test.id)
    const both = await Promise.all([1, 2].map(() => rollBack(test.id, { entry_id: first.id })))
    // The second one is refused, or begins after the first one and finds nothing to restore.
    expect([
      [200, 200],
      [200, 409],
    ]).toContainEqual(both.map(({ status }) => status).sort())
    expect(await entries(test.id)).toHaveLength(3)
    expect(weightsOf(await read(test.id))).toEqual([50, 50])
  })
})
