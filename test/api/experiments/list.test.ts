import { describe, expect, it } from 'vitest'
import { eventually } from '../../stack/eventually.ts'
import {
  account,
  anotherKey,
  ask,
  create,
  destinations,
  expectError,
  move,
  useExperiments,
} from '../support/experiments.ts'

useExperiments()

const list = async (query = '', as?: string) => (await ask('GET', `/url-ab-tests${query}`, undefined, as)).json
const idsIn = ({ tests }: { tests: { id: string }[] }) => tests.map(({ id }) => id)

describe('the record of a URL A/B test', () => {
  it('returns id, user_id, name, primary_url_id, status and variants as they were created', async () => {
    const { path: _, ...test } = await create()
    const answer = await ask('GET', `/url-ab-tests/${test.id}`)
    expect(answer.status).toBe(200)
    expect(answer.json.success).toBe(true)
    expect(answer.json.data.test).toEqual(test)
    for (const member of ['id', 'user_id', 'name', 'primary_url_id', 'status']) {
      expect(test[member], member).toEqual(expect.any(String))
    }
    expect(test).not.toHaveProperty('variant_count')
  })

  it('variants have id, test_id, name and destination_url (strings) and traffic_weight (number, percent)', async () => {
    const given = [
      { name: 'Short', destination_url: 'https://example.com/short' },
      { name: 'Long', destination_url: 'https://example.com/long' },
    ]
    const test = await create({ variants: given })
    expect(test.variants).toEqual(
      given.map((variant) => ({ ...variant, id: expect.any(String), test_id: test.id, traffic_weight: 50 })),
    )
  })

  it('returns 404 for another account, the other type or an unknown id, and 400 for a malformed id', async () => {
    const test = await create()
    const missing = { status: 404, code: 'NOT_FOUND' }
    expectError(await ask('GET', `/url-ab-tests/${test.id}`, undefined, await anotherKey()), missing)
    expectError(await ask('GET', `/qr-ab-tests/${test.id}`), missing)
    expectError(await ask('GET', `/url-ab-tests/${account.id}`), missing)
    expectError(await ask('GET', '/url-ab-tests/headline'), { status: 400, code: 'INVALID_INPUT' })
  })
})

describe('GET /url-ab-tests', () => {
  it('returns created_at and pagination, newest first, without success', async () => {
    const [first, second] = [await create({ name: 'First' }), await create({ name: 'Second' })]
    const answer = await ask('GET', '/url-ab-tests')
    expect(answer.status).toBe(200)
    expect(Object.keys(answer.json).sort()).toEqual(['pagination', 'tests'])
    expect(answer.json.pagination).toMatchObject({ page: 1, limit: 20, total: 2 })
    expect(answer.json.tests).toEqual(
      [second, first].map(({ id, user_id, name, primary_url_id, short_url, created_at }) => ({
        ...{ id, user_id, name, status: 'draft', primary_url_id, qr_code_id: null, short_url },
        ...{
          variant_count: 2,
          total_clicks: 0,
          conversions_enabled: false,
          min_sample_size: 100,
          least_clicks: 0,
          created_at,
        },
      })),
    )
  })

  it('total_clicks counts clicks of the test, not earlier clicks of the short URL', async () => {
    const test = await create()
    await destinations(test.path, 3)
    await move(test.id, 'start')
    await destinations(test.path, 5)
    await eventually(async () => expect((await list()).tests).toMatchObject([{ status: 'running', total_clicks: 5 }]))
  })

  it('least_clicks is the count of the variant with the fewest clicks, 0 if one has none', async () => {
    const test = await create({ min_sample_size: 7 })
    await move(test.id, 'start')
    const seen = await destinations(test.path, 1)
    await eventually(async () =>
      expect((await list()).tests).toMatchObject([{ total_clicks: 1, least_clicks: 0, min_sample_size: 7 }]),
    )
    seen.push(...(await destinations(test.path, 40)))
    const counts = test.variants.map(
      ({ destination_url }: { destination_url: string }) => seen.filter((url) => url === destination_url).length,
    )
    await eventually(async () =>
      expect((await list()).tests).toMatchObject([{ total_clicks: 41, least_clicks: Math.min(...counts) }]),
    )
  })

  it('status filters by draft, running, paused and completed', async () => {
    const tests = { draft: '', running: '', paused: '', completed: '' }
    for (const status of ['draft', 'running', 'paused', 'completed'] as const) {
      const { id } = await create()
      tests[status] = id
      if (status !== 'draft') await move(id, 'start')
      if (status === 'paused') await move(id, 'pause')
      if (status === 'completed') await move(id, 'complete')
    }
    for (const [status, id] of Object.entries(tests)) {
      const found = await list(`?status=${status}`)
      expect([idsIn(found), found.pagination.total], status).toEqual([[id], 1])
    }
    const refused = await ask('GET', '/url-ab-tests?status=over')
    expectError(refused, { status: 400, code: 'BAD_REQUEST' })
  })

  it('page and limit select a page', async () => {
    const ids = []
    for (let count = 0; count < 3; count++) ids.unshift((await create()).id)
    expect(idsIn(await list('?limit=2'))).toEqual(ids.slice(0, 2))
    expect(idsIn(await list('?limit=2&page=2'))).toEqual(ids.slice(2))
    const { pagination } = await list('?limit=2')
    expect(pagination).toMatchObject({ page: 1, limit: 2, total: 3, total_pages: 2, has_more: true })
    expectError(await ask('GET', '/url-ab-tests?limit=101'), { status: 400, code: 'BAD_REQUEST' })
  })

  it("does not list another account's tests", async () => {
    await create()
    expect(await list('', await anotherKey())).toMatchObject({ tests: [], pagination: { total: 0 } })
  })

  it('lists a test after its short URL was deleted, without clicks', async () => {
    const test = await create()
    await move(test.id, 'start')
    await destinations(test.path, 3)
    await eventually(async () => expect((await list()).tests).toMatchObject([{ total_clicks: 3 }]))
    await ask('DELETE', `/short-urls/${test.primary_url_id}`)
    expect((await list()).tests).toMatchObject([{ id: test.id, status: 'completed', total_clicks: 0, short_url: null }])
    expect((await ask('GET', `/url-ab-tests/${test.id}`)).json.data.summary.total_clicks).toBe(0)
  })
})
