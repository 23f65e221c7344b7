import { describe, expect, it } from 'vitest'
import { lockAccount } from '#model/accounts/accounts.ts'
import { insertKey } from '#model/accounts/keys.ts'
import { mostDomains } from '#schemas/account-limits.ts'
import { permissions } from '#schemas/permissions.ts'
import {
  account,
  anotherKey,
  ask,
  expectError,
  freshName,
  reserve,
  stores,
  useDomainBed,
} from '../../domains/domain-bed.ts'
import { eventually } from '../../stack/eventually.ts'
import { waitingForLocks } from '../../stack/waiting-for-locks.ts'

useDomainBed()

describe('POST /domains/subdomains', () => {
  it('returns 201 with the record, verified at once', async () => {
    const answer = await ask('POST', '/domains/subdomains', { subdomain: 'spring26' })
    expect(answer.status).toBe(201)
    expect(answer.json).toEqual({
      success: true,
      data: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        domain: 'spring26.localhost',
        type: 'subdomain',
        status: 'verified',
        verification: { records: [], last_checked_at: null, error: null },
        is_default: false,
        url_count: 0,
        root_redirect_url: null,
        not_found_url: null,
        expired_url: null,
        brand: null,
        app_links: null,
        quarantined_at: null,
        quarantine_reason: null,
        created_at: expect.stringMatching(/Z$/),
        verified_at: expect.stringMatching(/Z$/),
      },
    })
  })

  it.each(['abc', 'a-b', '123', `a${'b'.repeat(61)}c`])('accepts %s', async (subdomain) => {
    expect(await reserve({ subdomain })).toMatchObject({ domain: `${subdomain}.localhost` })
    const link = { url: 'https://example.com/', url_type: 'subdomain', subdomain, custom_alias: 'fine' }
    expect((await ask('POST', '/short-urls', link)).json.data.short_url).toMatch(`://${subdomain}.localhost`)
    const listed = await ask('GET', `/short-urls?subdomain=${subdomain.toUpperCase()}`)
    expect(listed.json.data).toMatchObject([{ subdomain, short_code: 'fine' }])
  })

  it.each([
    'ab',
    'a'.repeat(64),
    '-abc',
    'abc-',
    'ABC',
    'a.b',
    'a_b',
    'bücher',
    'xn--bcher-kva',
    'www',
    'api',
    'admin',
    'line\n',
    ' abc',
  ])('returns 422 for %j', async (subdomain) => {
    expectError(await ask('POST', '/domains/subdomains', { subdomain }), {
      status: 422,
      code: 'VALIDATION_ERROR',
      details: { errors: [{ field: 'subdomain', message: expect.any(String) }] },
    })
  })

  it.each([[{}], [{ subdomain: 5 }], [{ subdomain: null }], [{ subdomain: 'fine', domain: 'x.example' }], [undefined]])(
    'returns 400 for %j',
    async (body) => {
      expectError(await ask('POST', '/domains/subdomains', body), { status: 400, code: 'BAD_REQUEST' })
    },
  )

  it('returns 409 for a subdomain that is taken by any account', async () => {
    const subdomain = freshName()
    await reserve({ subdomain })
    expectError(await ask('POST', '/domains/subdomains', { subdomain }), { status: 409, code: 'CONFLICT' })
    expectError(await ask('POST', '/domains/subdomains', { subdomain }, await anotherKey()), {
      status: 409,
      code: 'CONFLICT',
    })
  })

  it('gives a subdomain to one of many concurrent requests', async () => {
    const subdomain = freshName()
    const keys = await Promise.all(Array.from({ length: 10 }, anotherKey))
    const answers = await Promise.all(keys.map((as) => ask('POST', '/domains/subdomains', { subdomain }, as)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(409)])
  })
})

describe('the limit of domains', () => {
  it('holds for domains that are added at the same time', async () => {
    await stores.sql`
      insert into domains (id, account_id, host, type, verified_at)
      select gen_random_uuid(), ${account.id}, 'd' || number || '.full.example', 'branded', now()
      from generate_series(1, ${mostDomains - 1}) as number`
    const { both } = await stores.sql.begin(async (tx) => {
      await lockAccount(tx, account.id)
      const both = [
        ask('POST', '/domains/subdomains', { subdomain: freshName() }),
        ask('POST', '/domains/branded', { domain: `go.${freshName()}.example` }),
      ]
      await eventually(async () => expect(await waitingForLocks(stores.sql)).toBe(2))
      return { both }
    })
    const answers = await Promise.all(both)
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expectError(await ask('POST', '/domains/subdomains', { subdomain: freshName() }), { status: 409, code: 'CONFLICT' })
    expect((await ask('GET', '/domains?limit=1')).json.pagination.total).toBe(mostDomains)
  })
})

describe('GET /domains', () => {
  it("lists only the account's domains, newest first, page by page", async () => {
    const [first, second, third] = [await reserve(), await reserve(), await reserve()]
    await reserve({}, await anotherKey())
    const { json } = await ask('GET', '/domains?limit=2')
    expect(json.data).toEqual([third, second])
    const pagination = { limit: 2, total: 3, total_pages: 2, next_cursor: null }
    expect(json.pagination).toEqual({ ...pagination, page: 1, has_more: true })
    const next = (await ask('GET', '/domains?limit=2&page=2')).json
    expect([next.data, next.pagination]).toEqual([[first], { ...pagination, page: 2, has_more: false }])
  })

  it('rejects a limit over 100', async () => {
    expectError(await ask('GET', '/domains?limit=101'), { status: 400, code: 'BAD_REQUEST' })
  })
})

describe('GET, PUT and DELETE /domains/{id}', () => {
  it('show, change and delete a domain of the account', async () => {
    const { id, ...domain } = await reserve()
    expect((await ask('GET', `/domains/${id}`)).json.data).toEqual({ id, ...domain })
    const changed = { root_redirect_url: 'https://example.com/home', not_found_url: 'https://Example.com/ä' }
    const answer = await ask('PUT', `/domains/${id}`, changed)
    expect(answer.json).toEqual({
      success: true,
      data: { id, ...domain, ...changed, not_found_url: 'https://example.com/%C3%A4' },
    })
    const emptied = await ask('PATCH', `/domains/${id}`, { ...answer.json.data, not_found_url: null })
    expect(emptied.json.data).toEqual({ id, ...domain, root_redirect_url: changed.root_redirect_url })
    const deleted = await ask('DELETE', `/domains/${id}`)
    expect(deleted.json).toEqual({
      success: true,
      data: { message: expect.any(String) },
      timestamp: expect.stringMatching(/Z$/),
    })
    expect((await ask('GET', `/domains/${id}`)).status).toBe(404)
    expect((await ask('DELETE', `/domains/${id}`)).status).toBe(404)
  })

  it('keep a deleted subdomain for its last account for 90 days', async () => {
    const subdomain = freshName()
    const stranger = await anotherKey()
    const post = (as?: string) => ask('POST', '/domains/subdomains', { subdomain }, as)
    const first = await reserve({ subdomain })
    expect((await ask('DELETE', `/domains/${first.id}`)).status).toBe(200)
    expectError(await post(stranger), { status: 409, code: 'CONFLICT' })
    const again = await post()
    expect(again.status).toBe(201)
    expect((await ask('DELETE', `/domains/${again.json.data.id}`)).status).toBe(200)
    await stores.sql`
      update released_subdomains set released_at = now() - interval '90 days 1 second' where host = ${first.domain}`
    const theirs = await post(stranger)
    expect(theirs.status).toBe(201)
    // From now on it is theirs.
    await ask('DELETE', `/domains/${theirs.json.data.id}`, undefined, stranger)
    expectError(await post(), { status: 409, code: 'CONFLICT' })
    expect((await post(stranger)).status).toBe(201)
  })

  it('keep it against a request at the time of the deletion too', async () => {
    const subdomain = freshName()
    const { id } = await reserve({ subdomain })
    const strangers = await Promise.all(Array.from({ length: 8 }, anotherKey))
    const [deleted, ...asked] = await Promise.all([
      ask('DELETE', `/domains/${id}`),
      ...strangers.map((as) => ask('POST', '/domains/subdomains', { subdomain }, as)),
    ])
    expect([deleted?.status, ...asked.map(({ status }) => status)]).toEqual([200, ...Array<number>(8).fill(409)])
  })

  it("return 404 for another account's domain or an unknown one, and 400 for an invalid id", async () => {
    const { id } = await reserve()
    const stranger = await anotherKey()
    for (const [method, body] of [['GET'], ['PUT', { is_default: true }], ['DELETE']] as const) {
      expectError(await ask(method, `/domains/${id}`, body, stranger), { status: 404, code: 'NOT_FOUND' })
      const none = '01890000-0000-7000-8000-000000000000'
      expectError(await ask(method, `/domains/${none}`, body), { status: 404, code: 'NOT_FOUND' })
      expectError(await ask(method, '/domains/name', body), { status: 400, code: 'INVALID_INPUT' })
    }
    expect((await ask('GET', `/domains/${id}`)).status).toBe(200)
  })

  it.each([
    ['root_redirect_url', 'javascript:alert(1)'],
    ['root_redirect_url', 'http://localhost:8080/loop'],
    ['not_found_url', 'https://user:secret@example.com/'],
    ['expired_url', 'example.com'],
  ])('PUT returns 422 for %s = %j', async (field, value) => {
    const { id } = await reserve()
    expectError(await ask('PUT', `/domains/${id}`, { [field]: value }), {
      status: 422,
      code: 'VALIDATION_ERROR',
      details: { errors: [{ field, message: expect.any(String) }] },
    })
  })

  it('PUT rejects a URL on the domain itself, or on another domain that we serve', async () => {
    const [{ id, domain }, other] = [await reserve(), await reserve({}, await anotherKey())]
    for (const host of [`${domain}:8080`, `${domain}.:8080`, `${other.domain.toUpperCase()}:8080`]) {
      const answer = await ask('PUT', `/domains/${id}`, { not_found_url: `http://${host}/x` })
      expectError(answer, { status: 422, code: 'VALIDATION_ERROR' })
    }
    const elsewhere = `http://${other.domain}:9999/x`
    expect((await ask('PUT', `/domains/${id}`, { not_found_url: elsewhere })).status).toBe(200)
  })

  it.each([[{ is_default: 'yes' }], [{ root_redirect_url: 5 }], [{ subdomain: 'other' }], ['[]']])(
    'PUT returns 400 for %j',
    async (body) => {
      const { id } = await reserve()
      expectError(await ask('PUT', `/domains/${id}`, body), { status: 400, code: 'BAD_REQUEST' })
    },
  )

  it('allow at most one default domain per account, even on concurrent requests', async () => {
    const domains = await Promise.all(Array.from({ length: 5 }, () => reserve()))
    const answers = await Promise.all(domains.map(({ id }) => ask('PUT', `/domains/${id}`, { is_default: true })))
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200))
    const listed = (await ask('GET', '/domains')).json.data as { id: string; is_default: boolean }[]
    const [only, ...others] = listed.filter(({ is_default }) => is_default)
    expect(others).toEqual([])
    const another = domains.find(({ id }) => id !== only?.id)
    expect((await ask('PUT', `/domains/${another?.id}`, { is_default: false })).status).toBe(200)
    expect((await ask('GET', `/domains/${only?.id}`)).json.data.is_default).toBe(true)
    expect((await ask('PUT', `/domains/${only?.id}`, { is_default: false })).json.data.is_default).toBe(false)
  })

  it('a key of one domain cannot choose the default domain', async () => {
    const [one, other] = [await reserve(), await reserve()]
    await ask('PUT', `/domains/${other.id}`, { is_default: true })
    const bound = { account_id: account.id, name: 'Key', permissions, domain_ids: [one.id] }
    const { key } = await insertKey(stores.sql, bound)
    expectError(await ask('PUT', `/domains/${one.id}`, { is_default: true }, key), { status: 403, code: 'FORBIDDEN' })
    const record = (await ask('GET', `/domains/${one.id}`, undefined, key)).json.data
    expect((await ask('PUT', `/domains/${one.id}`, record, key)).status).toBe(200)
    expect((await ask('GET', `/domains/${other.id}`)).json.data.is_default).toBe(true)
  })
})
