import { describe, expect, it } from 'vitest'
import {
  account,
  agentOf,
  all,
  anotherKey,
  ask,
  destinationOf,
  destinations,
  eventsOf,
  expectError,
  two,
  useExperiments,
} from '../support/experiments.ts'

useExperiments()

const post = (body: Record<string, unknown>, as?: string) =>
  ask('POST', '/qr-ab-tests', { name: 'Menu', variants: two, ...body }, as)
const move = (id: string, action: string, body?: unknown) => ask('POST', `/qr-ab-tests/${id}/${action}`, body)
const read = async (id: string) => (await ask('GET', `/qr-ab-tests/${id}`)).json.data.test

async function generate(body: Record<string, unknown> = {}) {
  const content = { content_type: 'url', content_data: { url: 'https://example.com/menu' } }
  const answer = await ask('POST', '/qr-codes/generate', {
    ...content,
    is_dynamic: true,
    tracking_enabled: true,
    ...body,
  })
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
  return answer.json.data.qrCode
}

const pathOf = (shortUrl: string) => new URL(shortUrl).pathname.slice(1)
const codeOf = async (id: string) => (await ask('GET', `/qr-codes/${id}`)).json.data.qrCode

describe('POST /qr-ab-tests', () => {
  it('qr_code_id: returns 201 {test, message} with the short URL of the code as primary URL', async () => {
    const code = await generate()
    const answer = await post({ qr_code_id: code.id })
    expect(answer.status).toBe(201)
    expect(Object.keys(answer.json).sort()).toEqual(['message', 'test'])
    const { test } = answer.json
    expect(test).toMatchObject({ qr_code_id: code.id, primary_url_id: code.short_url_id, status: 'draft' })
    expect(test.short_url).toBe(code.short_url)
    expect(await read(test.id)).toEqual(test)
    const listed = await ask('GET', '/qr-ab-tests')
    expect(listed.json.tests).toMatchObject([{ id: test.id, qr_code_id: code.id, variant_count: 2 }])
    expect((await ask('GET', '/url-ab-tests')).json.tests).toEqual([])
  })

  it('content, or nothing: creates a dynamic code', async () => {
    const content = { content_type: 'url', content_data: { url: 'https://example.com/own' } }
    for (const [given, url] of [
      [{ content }, 'https://example.com/own'],
      [{}, 'https://example.com/a'],
    ] as const) {
      const { test } = (await post(given)).json
      const code = await codeOf(test.qr_code_id)
      expect(code).toMatchObject({ is_dynamic: true, short_url: test.short_url, content_data: { url } })
      expect((await all.follow(pathOf(test.short_url))).headers.location).toBe(url)
    }
  })

  it('rejects static codes, pages and invalid bodies, and creates nothing', async () => {
    const [plain, tracked] = [
      await generate({ is_dynamic: false, tracking_enabled: false }),
      await generate({ is_dynamic: false, tracking_enabled: true }),
    ]
    const page = await generate({ content_type: 'text', content_data: { text: 'Hello' } })
    const unprocessable = { status: 422, code: 'VALIDATION_ERROR' }
    const text = { content_type: 'text', content_data: { text: 'x' } }
    for (const { id } of [plain, tracked, page]) expectError(await post({ qr_code_id: id }), unprocessable)
    expectError(await post({ content: text }), unprocessable)
    const content = { content_type: 'url', content_data: { url: 'https://example.com/' } }
    expectError(await post({ qr_code_id: page.id, content }), unprocessable)
    expectError(await post({ variants: [] }), unprocessable)
    expectError(await post({ name: undefined }), { status: 400, code: 'BAD_REQUEST' })
    const missing = { status: 404, code: 'NOT_FOUND' }
    expectError(await post({ qr_code_id: account.id }), missing)
    expectError(await post({ qr_code_id: (await generate()).id }, await anotherKey()), missing)
    expect(await all.stores.sql`select from ab_tests where account_id = ${account.id}`).toHaveLength(0)
  })

  it('returns 409 for a code in a test that is not completed, from either endpoint', async () => {
    const code = await generate()
    expect((await post({ qr_code_id: code.id })).status).toBe(201)
    expectError(await post({ qr_code_id: code.id }), { status: 409, code: 'CONFLICT' })
    const other = await ask('POST', '/url-ab-tests', { name: 'x', variants: two, primary_url_id: code.short_url_id })
    expectError(other, { status: 409, code: 'CONFLICT' })
  })
})

describe('a test of a QR code', () => {
  it('start, pause, resume and complete work as for short URLs, and the code redirects to its winner', async () => {
    const code = await generate()
    const { test } = (await post({ qr_code_id: code.id })).json
    const path = pathOf(code.short_url)
    expect((await move(test.id, 'start')).json.data.test).toMatchObject({ status: 'running' })
    const seen = await destinations(path, 40)
    expect(new Set(seen)).toEqual(new Set(two.map(({ destination_url }) => destination_url)))
    await move(test.id, 'pause')
    expect(await destinationOf(path, agentOf(1))).toBe('https://example.com/menu')
    await move(test.id, 'resume')
    expect(await destinations(path, 40)).toEqual(seen)
    const [, winner] = test.variants
    const completed = await move(test.id, 'complete', { winner_variant_id: winner.id, apply_winner: true })
    expect(completed.json.data.test).toMatchObject({ status: 'completed', winner_variant_id: winner.id })
    expect(new Set(await destinations(path, 10))).toEqual(new Set([winner.destination_url]))
    expect(await codeOf(code.id)).toMatchObject({ content_data: { url: winner.destination_url } })
    const types = (await eventsOf(account)).map(({ type }) => type)
    expect(types.slice(-3)).toEqual(expect.arrayContaining(['ab_test.completed', 'url.updated', 'qr.updated']))
  })

  it('PUT and DELETE work as for short URLs', async () => {
    const code = await generate()
    const { test } = (await post({ qr_code_id: code.id })).json
    const changed = await ask('PUT', `/qr-ab-tests/${test.id}`, { name: 'Lunch' })
    expect(changed.json.data.test).toMatchObject({ name: 'Lunch' })
    await move(test.id, 'start')
    expectError(await ask('DELETE', `/qr-ab-tests/${test.id}`), { status: 409, code: 'CONFLICT' })
    await move(test.id, 'pause')
    expect((await ask('DELETE', `/qr-ab-tests/${test.id}`)).status).toBe(200)
    expectError(await ask('GET', `/qr-ab-tests/${test.id}`), { status: 404, code: 'NOT_FOUND' })
    expect(await codeOf(code.id)).toMatchObject({ status: 'active' })
  })

  it('deleting the code completes the test, with or without its short URL', async () => {
    for (const query of ['', '?keep_short_url=true']) {
      const code = await generate()
      const { test } = (await post({ qr_code_id: code.id })).json
      await move(test.id, 'start')
      expect((await ask('DELETE', `/qr-codes/${code.id}${query}`)).status).toBe(200)
      expect(await read(test.id)).toMatchObject({ status: 'completed', qr_code_id: code.id })
      const { status, headers } = await all.follow(pathOf(code.short_url), agentOf(1))
      expect([status, headers.location]).toEqual(query === '' ? [404, undefined] : [302, 'https://example.com/menu'])
    }
  })

  it('its code cannot become a page while it is tested', async () => {
    const code = await generate()
    const { test } = (await post({ qr_code_id: code.id })).json
    const text = { content_type: 'text', content_data: { text: 'x' } }
    expectError(await ask('PUT', `/qr-codes/${code.id}`, text), { status: 409, code: 'CONFLICT' })
    expect(await codeOf(code.id)).toMatchObject({ content_type: 'url' })
    await ask('DELETE', `/qr-ab-tests/${test.id}`)
    expect((await ask('PUT', `/qr-codes/${code.id}`, text)).status).toBe(200)
  })
})
