import { describe, expect, it } from 'vitest'
import {
  account,
  all,
  anotherKey,
  ask,
  create,
  eventsOf,
  expectError,
  makeLink,
  post,
  two,
  useExperiments,
  weighted,
} from '../support/experiments.ts'

useExperiments()

const everything = async () => ({
  tests: await all.stores.sql`select * from ab_tests where account_id = ${account.id} order by id`,
  links: await all.stores.sql`select * from links where account_id = ${account.id} order by id`,
})

describe('POST /url-ab-tests', () => {
  it('returns 201 {test, message} without success, with all fields', async () => {
    const answer = await post({ description: 'Which one', hypothesis: 'The short one' })
    expect(answer.status).toBe(201)
    expect(Object.keys(answer.json).sort()).toEqual(['message', 'test'])
    expect(answer.json.message).toEqual(expect.any(String))
    const { test } = answer.json
    expect(test).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      user_id: account.id,
      name: 'Headline',
      status: 'draft',
      description: 'Which one',
      hypothesis: 'The short one',
      variants: [
        { test_id: test.id, name: 'Variant A', destination_url: 'https://example.com/a', traffic_weight: 50 },
        { test_id: test.id, name: 'Variant B', destination_url: 'https://example.com/b', traffic_weight: 50 },
      ],
    })
    expect(new Set(test.variants.map(({ id }: { id: string }) => id)).size).toBe(2)
  })

  it('traffic_split_mode, conversions_enabled, min_sample_size and confidence_level have defaults', async () => {
    expect(await create()).toMatchObject({
      traffic_split_mode: 'equal',
      conversions_enabled: false,
      min_sample_size: 100,
      confidence_level: 95,
    })
    const given = { conversions_enabled: true, min_sample_size: 50, confidence_level: 99 }
    expect(await create(given)).toMatchObject(given)
  })

  it('primary_url_id: uses an existing short URL, which shows its test and keeps its destination', async () => {
    const link = await makeLink()
    const test = await create({ primary_url_id: link.id.toUpperCase(), short_code: 'ignored' })
    expect(test).toMatchObject({ primary_url_id: link.id, short_url: link.short_url })
    const shown = (await ask('GET', `/short-urls/${link.id}`)).json.data
    expect(shown).toEqual({ ...link, ab_test_id: test.id })
    expect((await all.follow(link.short_code)).headers.location).toBe('https://example.com/original')
  })

  it('without primary_url_id, creates a rotator with the first variant as destination', async () => {
    const test = await create()
    const link = (await ask('GET', `/short-urls/${test.primary_url_id}`)).json.data
    expect(link).toMatchObject({
      original_url: 'https://example.com/a',
      name: 'Headline',
      ab_test_id: test.id,
      short_url: test.short_url,
      url_type: 'standard',
    })
    expect((await all.follow(test.path)).headers.location).toBe('https://example.com/a')
    expect(await eventsOf(account)).toMatchObject([{ type: 'url.created', data: { id: link.id, ab_test_id: test.id } }])
  })

  it('find_if_exists never returns the short URL of a test', async () => {
    const test = await create()
    const same = { url: 'https://example.com/a', find_if_exists: true }
    const made = await ask('POST', '/short-urls', same)
    expect([made.status, made.json.data.ab_test_id]).toEqual([201, null])
    await ask('DELETE', `/short-urls/${made.json.data.id}`)
    await ask('DELETE', `/url-ab-tests/${test.id}`)
    const found = await ask('POST', '/short-urls', same)
    expect([found.status, found.json.data.id]).toEqual([200, test.primary_url_id])
  })

  it('short_code is the alias of the rotator; a taken or reserved one returns 409 and creates nothing', async () => {
    const test = await create({ short_code: `headline-${account.id}` })
    expect(test.path).toBe(`headline-${account.id}`)
    const before = await everything()
    for (const short_code of [test.path, 'api']) {
      expectError(await post({ short_code }), { status: 409, code: 'CONFLICT', details: { alias: short_code } })
    }
    expect(await everything()).toEqual(before)
  })

  it('url_type, subdomain and branded_domain: creates the rotator there', async () => {
    const name = `s${account.id.slice(-12)}`
    await ask('POST', '/domains/subdomains', { subdomain: name })
    const test = await create({ url_type: 'subdomain', subdomain: name })
    expect(new URL(test.short_url).hostname).toBe(`${name}.localhost`)
    const branded_domain = `${name}.example`
    await all.stores.sql`
      insert into domains (id, account_id, type, host)
      values (gen_random_uuid(), ${account.id}, 'branded', ${branded_domain})`
    const branded = await create({ url_type: 'branded', branded_domain })
    expect(new URL(branded.short_url).hostname).toBe(branded_domain)
    const refused = { status: 403, code: 'ACCESS_DENIED' }
    expectError(await post({ url_type: 'subdomain', subdomain: 'nobodys' }), refused)
    expectError(await post({ url_type: 'branded', branded_domain: 'nobodys.example' }), refused)
    for (const url_type of ['subdomain', 'branded']) expectError(await post({ url_type }), badRequest)
  })

  it('variants[].traffic_weight is ignored for equal, and must add up to 100 within 0.01 for weighted', async () => {
    const weightsOf = (test: { variants: { traffic_weight: number }[] }) =>
      test.variants.map(({ traffic_weight }) => traffic_weight)
    expect(weightsOf(await create({ ...weighted(90, 20), traffic_split_mode: 'equal' }))).toEqual([50, 50])
    expect(weightsOf(await create({ variants: [...two, ...two.slice(1)] }))).toEqual([33.3333, 33.3333, 33.3333])
    expect(weightsOf(await create(weighted(90, 10)))).toEqual([90, 10])
    expect(weightsOf(await create(weighted(33.33, 33.33, 33.33)))).toEqual([33.33, 33.33, 33.33])
    expectError(await post(weighted(33.32, 33.33, 33.33)), unprocessable('variants'))
    expectError(await post({ traffic_split_mode: 'weighted' }), unprocessable('variants.0.traffic_weight'))
  })

  it('accepts 2 to 10 variants', async () => {
    const many = (count: number) => ({ variants: Array.from({ length: count }, () => two[0]) })
    expect((await create(many(10))).variants).toHaveLength(10)
    for (const count of [0, 1, 11]) expectError(await post(many(count)), unprocessable('variants'))
  })
})

const badRequest = { status: 400, code: 'BAD_REQUEST' }
const unprocessable = (field: string) => ({
  status: 422,
  code: 'VALIDATION_ERROR',
  details: { errors: expect.arrayContaining([{ field, message: expect.any(String) }]) },
})

describe('POST /url-ab-tests rejects, and creates nothing:', () => {
  const own = 'http://localhost:8080/loop'
  it.each([
    [{ name: undefined }, badRequest],
    [{ name: 7 }, badRequest],
    [{ variants: undefined }, badRequest],
    [{ variants: [{ name: 'A' }, { name: 'B' }] }, badRequest],
    [{ winner: 'A' }, badRequest],
    [{ min_sample_size: '50' }, badRequest],
    [{ name: '' }, unprocessable('name')],
    [{ primary_url_id: 'abc' }, unprocessable('primary_url_id')],
    [{ min_sample_size: 0 }, unprocessable('min_sample_size')],
    [{ min_sample_size: 1.5 }, unprocessable('min_sample_size')],
    [{ confidence_level: 100 }, unprocessable('confidence_level')],
    [{ traffic_split_mode: 'fair' }, unprocessable('traffic_split_mode')],
    [{ variants: [two[0], { destination_url: 'javascript:alert(1)' }] }, unprocessable('variants.1.destination_url')],
    [{ variants: [two[0], { destination_url: own }] }, unprocessable('variants.1.destination_url')],
    [{ variants: [two[0], { ...two[1], traffic_weight: -1 }] }, unprocessable('variants.1.traffic_weight')],
  ])('%j', async (body, expected) => {
    expectError(await post(body), expected)
    expect(await everything()).toEqual({ tests: [], links: [] })
  })

  it("returns 404 for another account's short URL, an unknown one, or a slug", async () => {
    const link = await makeLink()
    expectError(await post({ primary_url_id: link.id }, await anotherKey()), { status: 404, code: 'NOT_FOUND' })
    expectError(await post({ primary_url_id: account.id }), { status: 404, code: 'NOT_FOUND' })
    expect((await everything()).tests).toEqual([])
  })

  it('returns 409 for a short URL in a test that is not completed, also on concurrent requests', async () => {
    const link = await makeLink()
    const answers = await Promise.all(Array.from({ length: 8 }, () => post({ primary_url_id: link.id })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 7 }, () => 409)])
    const { id } = answers.find(({ status }) => status === 201)?.json.test ?? {}
    const refused = answers.filter(({ status }) => status === 409)
    for (const answer of refused) expectError(answer, { status: 409, code: 'CONFLICT', details: { test_id: id } })
    expect((await everything()).tests).toHaveLength(1)
  })
})
