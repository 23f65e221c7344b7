import { describe, expect, it } from 'vitest'
import {
  account,
  agentOf,
  all,
  anotherKey,
  ask,
  create,
  destinationOf,
  destinations,
  eventsOf,
  expectError,
  makeLink,
  move,
  read,
  useExperiments,
  weighted,
} from '../support/experiments.ts'

useExperiments()

const secretOf = async (id: string) => {
  const [row] = await all.stores.sql<{ secret: Buffer | null }[]>`select secret from ab_tests where id = ${id}`
  return row?.secret
}

const conflict = (status: string, allowed: string[]) => ({
  status: 409,
  code: 'CONFLICT',
  details: { status, allowed },
})
const instant = expect.stringMatching(/Z$/)

describe('the states of a test', () => {
  it('start: draft -> running; redirects each visitor to one variant', async () => {
    const test = await create()
    const answer = await move(test.id, 'start')
    expect(answer.status).toBe(200)
    expect(answer.json).toMatchObject({ success: true, data: { test: { id: test.id, status: 'running' } } })
    expect(answer.json.data.test).toMatchObject({ started_at: instant, paused_at: null, completed_at: null })
    const seen = await destinations(test.path, 40)
    expect(new Set(seen)).toEqual(new Set(['https://example.com/a', 'https://example.com/b']))
    for (let again = 0; again < 3; again++) expect(await destinations(test.path, 40)).toEqual(seen)
  })

  it('pause: running -> paused, redirects to the original; resume and start: same variant for each visitor as before', async () => {
    const link = await makeLink()
    const test = await create({ primary_url_id: link.id })
    await move(test.id, 'start')
    const seen = await destinations(link.short_code, 20)
    for (const action of ['resume', 'start']) {
      const paused = await move(test.id, 'pause')
      expect(paused.json.data.test).toMatchObject({ status: 'paused', paused_at: instant })
      expect(new Set(await destinations(link.short_code, 20))).toEqual(new Set(['https://example.com/original']))
      const resumed = await move(test.id, action)
      expect(resumed.json.data.test).toMatchObject({ status: 'running', paused_at: null })
      expect(await destinations(link.short_code, 20)).toEqual(seen)
    }
  })

  it('complete without a winner: redirects to the original, and frees the short URL for another test', async () => {
    const link = await makeLink()
    const test = await create({ primary_url_id: link.id })
    await move(test.id, 'start')
    expect(String(await secretOf(test.id))).toMatch(/^sealed:/)
    const answer = await move(test.id, 'complete')
    expect(answer.json.data.test).toMatchObject({ status: 'completed', completed_at: instant, winner_variant_id: null })
    expect(await secretOf(test.id)).toBeNull()
    expect(new Set(await destinations(link.short_code, 10))).toEqual(new Set(['https://example.com/original']))
    expect((await ask('GET', `/short-urls/${link.id}`)).json.data.ab_test_id).toBeNull()
    expect((await create({ primary_url_id: link.id })).id).not.toBe(test.id)
  })

  it('complete {winner_variant_id, apply_winner}: redirects everyone to the winner', async () => {
    const test = await create()
    await move(test.id, 'start')
    const winner = test.variants[1]
    const answer = await move(test.id, 'complete', { winner_variant_id: winner.id, apply_winner: true })
    expect(answer.json.data.test).toMatchObject({ status: 'completed', winner_variant_id: winner.id })
    expect(new Set(await destinations(test.path, 20))).toEqual(new Set([winner.destination_url]))
    const link = (await ask('GET', `/short-urls/${test.primary_url_id}`)).json.data
    expect(link).toMatchObject({ original_url: winner.destination_url, ab_test_id: null })
  })

  it('complete rejects a winner of another test, or apply_winner without a winner, and changes nothing', async () => {
    const [test, other] = [await create(), await create()]
    await move(test.id, 'start')
    const before = await read(test.id)
    const unprocessable = { status: 422, code: 'VALIDATION_ERROR' }
    expectError(await move(test.id, 'complete', { winner_variant_id: other.variants[0].id }), unprocessable)
    expectError(await move(test.id, 'complete', { apply_winner: true }), unprocessable)
    expectError(await move(test.id, 'complete', { winner: 'A' }), { status: 400, code: 'BAD_REQUEST' })
    expect(await read(test.id)).toEqual(before)
  })

  it('a wrong state returns 409 {status, allowed}', async () => {
    const test = await create()
    for (const action of ['pause', 'resume', 'complete']) {
      const allowed = { pause: ['running'], resume: ['paused'], complete: ['running', 'paused'] }[action] ?? []
      expectError(await move(test.id, action), conflict('draft', allowed))
    }
    await move(test.id, 'start')
    expectError(await move(test.id, 'start'), conflict('running', ['draft', 'paused']))
    expectError(await ask('DELETE', `/url-ab-tests/${test.id}`), conflict('running', ['draft', 'paused', 'completed']))
    await move(test.id, 'complete')
    for (const action of ['start', 'pause', 'resume', 'complete']) {
      expectError(await move(test.id, action), { status: 409, code: 'CONFLICT' })
    }
    expectError(await ask('PUT', `/url-ab-tests/${test.id}`, { name: 'x' }), { status: 409, code: 'CONFLICT' })
  })

  it('one of several concurrent starts takes effect', async () => {
    const test = await create()
    const answers = await Promise.all(Array.from({ length: 8 }, () => move(test.id, 'start')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expectError(answer, conflict('running', ['draft', 'paused']))
    }
    const started = (await eventsOf(account)).filter(({ type }) => type === 'ab_test.started')
    expect(started).toHaveLength(1)
  })

  it('ab_test.started, ab_test.paused and ab_test.completed contain the record', async () => {
    const test = await create()
    await move(test.id, 'start')
    await move(test.id, 'pause')
    await move(test.id, 'complete')
    const events = (await eventsOf(account)).filter(({ type }) => type.startsWith('ab_test.'))
    expect(events.map(({ type }) => type)).toEqual(['ab_test.started', 'ab_test.paused', 'ab_test.completed'])
    const last = await read(test.id)
    expect(events[2]?.data).toEqual({ ...last, short_url_id: test.primary_url_id })
  })

  it("another account's test returns 404 and stays unchanged", async () => {
    const test = await create()
    const stranger = await anotherKey()
    for (const action of ['start', 'pause', 'resume', 'complete']) {
      expectError(await move(test.id, action, undefined, stranger), { status: 404, code: 'NOT_FOUND' })
    }
    expect(await read(test.id)).toMatchObject({ status: 'draft' })
  })

  it('deleting the short URL of a test completes it', async () => {
    for (const state of ['draft', 'running', 'paused']) {
      const test = await create()
      if (state !== 'draft') await move(test.id, 'start')
      if (state === 'paused') await move(test.id, 'pause')
      expect((await ask('DELETE', `/short-urls/${test.primary_url_id}`)).status).toBe(200)
      const { primary_url_id } = test
      expect(await read(test.id)).toMatchObject({ status: 'completed', primary_url_id, short_url: null })
      expect(await secretOf(test.id)).toBeNull()
      expectError(await move(test.id, 'start'), conflict('completed', ['draft', 'paused']))
      expect((await all.follow(test.path, agentOf(1))).status).toBe(404)
      expect((await ask('DELETE', `/url-ab-tests/${test.id}`)).status).toBe(200)
    }
    const completed = (await eventsOf(account)).filter(({ type }) => type === 'ab_test.completed')
    expect(completed).toHaveLength(3)
  })

  it('DELETE: deletes a test that is not running, and keeps its short URL', async () => {
    const link = await makeLink()
    const test = await create({ primary_url_id: link.id })
    await move(test.id, 'start')
    await move(test.id, 'pause')
    const answer = await ask('DELETE', `/url-ab-tests/${test.id}`)
    expect([answer.status, answer.json.success]).toEqual([200, true])
    expect(answer.json).toMatchObject({ data: { message: expect.any(String) }, timestamp: instant })
    expectError(await ask('GET', `/url-ab-tests/${test.id}`), { status: 404, code: 'NOT_FOUND' })
    expect((await ask('GET', `/short-urls/${link.id}`)).json.data.ab_test_id).toBeNull()
    expect(await destinationOf(link.short_code, agentOf(1))).toBe('https://example.com/original')
    expect(await all.stores.sql`select from ab_variants where test_id = ${test.id}`).toHaveLength(0)
  })

  it('a variant with weight 0 gets no visitors', async () => {
    const test = await create(weighted(0, 100))
    await move(test.id, 'start')
    expect(new Set(await destinations(test.path, 20))).toEqual(new Set(['https://example.com/1']))
  })
})
