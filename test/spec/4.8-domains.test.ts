import { Registry } from 'prom-client'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { tlsAsk } from '../../api/domains/tls-ask.ts'
import { createDns } from '../../runtime/dns.ts'
import { startInternalServer } from '../../runtime/internal-server.ts'
import { failuresUntilFailed } from '../../store/domain-verdict.ts'
import { recheckDomains } from '../../workers/domains/recheck-domains.ts'
import { startDns, type TestDns } from '../dns/dns-server.ts'
import { createAccount, type TestAccount } from '../factories/account.ts'
import { createKey } from '../factories/key.ts'
import { runRedirector } from '../redirector/run-redirector.ts'
import { visit } from '../redirector/visit.ts'
import { openTestStores, type TestStores } from '../stack/stores.ts'
import { type Answer, startApi, type TestApi } from './http.ts'

let dns: TestDns
let stores: TestStores
let api: TestApi
let redirectors: Awaited<ReturnType<typeof runRedirector>>[]
let account: TestAccount
let key: string

beforeAll(async () => {
  dns = await startDns()
  stores = await openTestStores({
    RATE_LIMIT_FACTOR: '0',
    REDIRECT_PORT: '0',
    LISTEN_HOST: '127.0.0.1',
    BRANDED_CNAME: 'edge.waymark.example',
    DNS_SERVERS: dns.address,
  })
  api = await startApi(stores)
  const second = { ...stores, config: { ...stores.config, INSTANCE: 1, TRANSPORT: 'node' as const } }
  redirectors = [await runRedirector(stores), await runRedirector(second)]
})
afterAll(async () => {
  await Promise.all(redirectors.map(({ lifecycle }) => lifecycle.stop()))
  await api.close()
  await stores.close()
  await dns.close()
})
beforeEach(async () => {
  account = await createAccount(stores.sql)
  key = (await createKey(stores.sql, account)).key
})

const ask = (method: string, path: string, body?: unknown, as = key) => api.request(method, path, { key: as, body })
const anotherKey = async () => (await createKey(stores.sql, await createAccount(stores.sql))).key

let made = 0
const freshName = () => `name-${made++}`

async function reserve(body: Record<string, unknown> = {}, as = key) {
  const answer = await ask('POST', '/domains/subdomains', { subdomain: freshName(), ...body }, as)
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
  return answer.json.data
}

async function addBranded(body: Record<string, unknown> = {}, as = key) {
  const answer = await ask('POST', '/domains/branded', { domain: `go.${freshName()}.example`, ...body }, as)
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
  return answer.json.data
}

const verify = async ({ id }: { id: string }, as = key) =>
  (await ask('POST', `/domains/${id}/verify`, {}, as)).json.data

type Described = { domain: string; verification: { records: { value: string }[] } }

/** Puts the proof into DNS, beside those of others. */
function prove(...domains: Described[]) {
  const tokens = domains.map(({ verification }) => verification.records[0]?.value ?? '')
  dns.set(`_waymark.${domains[0]?.domain}`, 'TXT', 'v=spf1 -all', ...tokens)
}

/** A branded domain that is served. */
async function addVerified(body: Record<string, unknown> = {}, as = key) {
  const domain = await addBranded(body, as)
  prove(domain)
  const verified = await verify(domain, as)
  if (verified.status !== 'verified') throw new Error(JSON.stringify(verified))
  return verified
}

const eventsOf = async ({ id }: TestAccount) =>
  (await stores.sql`select type, data from webhook_messages where account_id = ${id} order by created_at`).map(
    ({ type, data }) => [type, data.domain, data.status],
  )

/** What every redirector answers, right now. */
const visitAll = (path: string, host: string, headers: Record<string, string> = {}) =>
  Promise.all(redirectors.map(({ port }) => visit(port, path, { host, headers })))
const statuses = async (path: string, host: string) => (await visitAll(path, host)).map(({ status }) => status)
const locations = async (path: string, host: string) =>
  (await visitAll(path, host)).map(({ headers }) => headers.location)

function expectError({ status, json }: Answer, expected: { status: number; code: string; details?: unknown }) {
  const { status: wanted, ...error } = expected
  expect({ status, success: json?.success }).toEqual({ status: wanted, success: false })
  expect(json.error).toMatchObject(error)
}

describe('POST /domains/subdomains', () => {
  it('answers 201 with the record, verified at once', async () => {
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
        created_at: expect.stringMatching(/Z$/),
        verified_at: expect.stringMatching(/Z$/),
      },
    })
  })

  it.each(['abc', 'a-b', '123', `a${'b'.repeat(61)}c`])('takes %s', async (subdomain) => {
    expect(await reserve({ subdomain })).toMatchObject({ domain: `${subdomain}.localhost` })
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
  ])('refuses %j with 422', async (subdomain) => {
    expectError(await ask('POST', '/domains/subdomains', { subdomain }), {
      status: 422,
      code: 'VALIDATION_ERROR',
      details: { errors: [{ field: 'subdomain', message: expect.any(String) }] },
    })
  })

  it.each([[{}], [{ subdomain: 5 }], [{ subdomain: null }], [{ subdomain: 'fine', domain: 'x.example' }], [undefined]])(
    'refuses %j with 400',
    async (body) => {
      expectError(await ask('POST', '/domains/subdomains', body), { status: 400, code: 'BAD_REQUEST' })
    },
  )

  it('answers 409 for one that is taken, by whomever', async () => {
    const subdomain = freshName()
    await reserve({ subdomain })
    expectError(await ask('POST', '/domains/subdomains', { subdomain }), { status: 409, code: 'CONFLICT' })
    expectError(await ask('POST', '/domains/subdomains', { subdomain }, await anotherKey()), {
      status: 409,
      code: 'CONFLICT',
    })
  })

  it('gives a subdomain that many ask for at once to one of them', async () => {
    const subdomain = freshName()
    const keys = await Promise.all(Array.from({ length: 10 }, anotherKey))
    const answers = await Promise.all(keys.map((as) => ask('POST', '/domains/subdomains', { subdomain }, as)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(409)])
  })
})

describe('GET /domains', () => {
  it("lists the account's own domains only, newest first, page by page", async () => {
    const [first, second, third] = [await reserve(), await reserve(), await reserve()]
    await reserve({}, await anotherKey())
    const { json } = await ask('GET', '/domains?limit=2')
    expect(json.data).toEqual([third, second])
    const pagination = { limit: 2, total: 3, total_pages: 2, next_cursor: null }
    expect(json.pagination).toEqual({ ...pagination, page: 1, has_more: true })
    const next = (await ask('GET', '/domains?limit=2&page=2')).json
    expect([next.data, next.pagination]).toEqual([[first], { ...pagination, page: 2, has_more: false }])
  })

  it('refuses a limit over 100', async () => {
    expectError(await ask('GET', '/domains?limit=101'), { status: 400, code: 'BAD_REQUEST' })
  })
})

describe('GET, PUT and DELETE /domains/{id}', () => {
  it('show, change and delete an own domain', async () => {
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

  it("answer 404 for another account's domain and for none, 400 for what is no id", async () => {
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
  ])('PUT refuses %s = %j with 422', async (field, value) => {
    const { id } = await reserve()
    expectError(await ask('PUT', `/domains/${id}`, { [field]: value }), {
      status: 422,
      code: 'VALIDATION_ERROR',
      details: { errors: [{ field, message: expect.any(String) }] },
    })
  })

  it('PUT refuses an address on the domain itself, or on another that we serve', async () => {
    const [{ id, domain }, other] = [await reserve(), await reserve({}, await anotherKey())]
    for (const host of [`${domain}:8080`, `${domain}.:8080`, `${other.domain.toUpperCase()}:8080`]) {
      const answer = await ask('PUT', `/domains/${id}`, { not_found_url: `http://${host}/x` })
      expectError(answer, { status: 422, code: 'VALIDATION_ERROR' })
    }
    const elsewhere = `http://${other.domain}:9999/x`
    expect((await ask('PUT', `/domains/${id}`, { not_found_url: elsewhere })).status).toBe(200)
  })

  it.each([[{ is_default: 'yes' }], [{ root_redirect_url: 5 }], [{ subdomain: 'other' }], ['[]']])(
    'PUT refuses %j with 400',
    async (body) => {
      const { id } = await reserve()
      expectError(await ask('PUT', `/domains/${id}`, body), { status: 400, code: 'BAD_REQUEST' })
    },
  )

  it('leave an account at most one default domain, however many are made it at once', async () => {
    const domains = await Promise.all(Array.from({ length: 5 }, () => reserve()))
    const answers = await Promise.all(domains.map(({ id }) => ask('PUT', `/domains/${id}`, { is_default: true })))
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200))
    const listed = (await ask('GET', '/domains')).json.data as { id: string; is_default: boolean }[]
    const [only, ...others] = listed.filter(({ is_default }) => is_default)
    expect(others).toEqual([])
    expect((await ask('PUT', `/domains/${only?.id}`, { is_default: false })).json.data.is_default).toBe(false)
  })
})

async function shorten(body: Record<string, unknown>, as = key) {
  const answer = await ask('POST', '/short-urls', { url: 'https://example.com/page', ...body }, as)
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
  return answer.json.data
}

const nameOf = ({ domain }: { domain: string }) => domain.replace('.localhost', '')

describe('short URLs on a subdomain', () => {
  it('are served on every redirector at once, on their own host alone', async () => {
    const domain = await reserve()
    expect(await statuses('/Spring', `${domain.domain}:8080`)).toEqual([404, 404])
    const link = await shorten({ url_type: 'subdomain', subdomain: nameOf(domain), custom_alias: 'Spring' })
    expect(link).toMatchObject({
      url_type: 'subdomain',
      subdomain: nameOf(domain),
      branded_domain: null,
      short_url: `http://${domain.domain}:8080/Spring`,
    })
    expect(await statuses('/Spring', `${domain.domain}:8080`)).toEqual([302, 302])
    expect(await statuses('/Spring', 'localhost:8080')).toEqual([404, 404])
    expect(await statuses('/Spring', `other.${domain.domain}`)).toEqual([404, 404])
    expect((await ask('GET', `/domains/${domain.id}`)).json.data.url_count).toBe(1)
  })

  it('are served from the first visit on a host that nobody knew before', async () => {
    const name = freshName()
    expect(await statuses('/early', `${name}.localhost`)).toEqual([404, 404])
    await reserve({ subdomain: name, not_found_url: 'https://example.com/lost' })
    await expect.poll(() => statuses('/early', `${name}.localhost`), { timeout: 10_000 }).toEqual([302, 302])
    await shorten({ url_type: 'subdomain', subdomain: name, custom_alias: 'early' })
    await expect
      .poll(() => locations('/early', `${name}.localhost`), { timeout: 10_000 })
      .toEqual(Array(2).fill('https://example.com/page'))
  })

  it('share aliases with other domains, and never with their own', async () => {
    const [one, other] = [await reserve(), await reserve()]
    const custom_alias = freshName()
    const on = ({ domain }: { domain: string }) => ({
      url_type: 'subdomain',
      subdomain: nameOf({ domain }),
      custom_alias,
    })
    const links = [await shorten({ custom_alias }), await shorten(on(one)), await shorten(on(other))]
    const taken = await ask('POST', '/short-urls', { url: 'https://example.com', ...on(one) })
    expectError(taken, { status: 409, code: 'CONFLICT' })
    const ids = await Promise.all(
      ['', '?url_type=standard', `?subdomain=${nameOf(one)}`, `?url_type=subdomain&subdomain=${nameOf(other)}`].map(
        async (query) => (await ask('GET', `/short-urls/${custom_alias}${query}`)).json.data.id,
      ),
    )
    expect(ids).toEqual([links[0].id, links[0].id, links[1].id, links[2].id])
    await ask('DELETE', `/short-urls/${links[0].id}`)
    const ambiguous = await ask('GET', `/short-urls/${custom_alias}`)
    expectError(ambiguous, { status: 400, code: 'BAD_REQUEST' })
    expect(ambiguous.json.error.details.candidates).toHaveLength(2)
    await ask('DELETE', `/short-urls/${custom_alias}?subdomain=${nameOf(one)}`)
    expect((await ask('GET', `/short-urls/${custom_alias}`)).json.data.id).toBe(links[2].id)
  })

  it('are listed by domain', async () => {
    const domain = await reserve()
    const [own, standard] = [await shorten({ url_type: 'subdomain', subdomain: nameOf(domain) }), await shorten({})]
    const list = async (query: string) =>
      (await ask('GET', `/short-urls?${query}`)).json.data.map(({ id }: { id: string }) => id)
    expect(await list('url_type=subdomain')).toEqual([own.id])
    expect(await list('url_type=standard')).toEqual([standard.id])
    expect(await list(`subdomain=${nameOf(domain)}`)).toEqual([own.id])
    expect(await list('subdomain=nobody')).toEqual([])
    expect(await list('branded_domain=nobody.example')).toEqual([])
  })

  it.each([
    [{ url_type: 'subdomain' }, 400, 'BAD_REQUEST'],
    [{ url_type: 'subdomain', subdomain: null }, 400, 'BAD_REQUEST'],
    [{ url_type: 'branded' }, 400, 'BAD_REQUEST'],
    [{ url_type: 'other' }, 422, 'VALIDATION_ERROR'],
    [{ subdomain: 'promo' }, 422, 'VALIDATION_ERROR'],
    [{ url_type: 'standard', branded_domain: 'go.example.com' }, 422, 'VALIDATION_ERROR'],
    [{ url_type: 'subdomain', subdomain: 'nobody-has-this' }, 403, 'ACCESS_DENIED'],
    [{ url_type: 'branded', branded_domain: 'nobody.example' }, 403, 'ACCESS_DENIED'],
    [{ url_type: 'branded', branded_domain: 'localhost' }, 403, 'ACCESS_DENIED'],
  ])('cannot be made with %j', async (body, status, code) => {
    expectError(await ask('POST', '/short-urls', { url: 'https://example.com', ...body }), { status, code })
  })

  it("cannot be made on another account's subdomain, nor their aliases be asked for", async () => {
    const subdomain = nameOf(await reserve({}, await anotherKey()))
    const denied = { status: 403, code: 'ACCESS_DENIED' }
    expectError(
      await ask('POST', '/short-urls', { url: 'https://example.com', url_type: 'subdomain', subdomain }),
      denied,
    )
    const query = `alias=abc&url_type=subdomain&subdomain=${subdomain}`
    expectError(await ask('GET', `/short-urls/check-alias?${query}`), denied)
  })

  it('are asked for by check-alias', async () => {
    const subdomain = nameOf(await reserve())
    await shorten({ url_type: 'subdomain', subdomain, custom_alias: 'taken' })
    const check = async (alias: string, domain: string) =>
      (await ask('GET', `/short-urls/check-alias?alias=${alias}${domain}`)).json.data
    expect(await check('taken', `&url_type=subdomain&subdomain=${subdomain.toUpperCase()}`)).toEqual({
      available: false,
      alias: 'taken',
      url_type: 'subdomain',
      subdomain,
      branded_domain: null,
      full_url: `http://${subdomain}.localhost:8080/taken`,
      message: expect.any(String),
    })
    expect(await check('free', `&url_type=subdomain&subdomain=${subdomain}`)).toMatchObject({ available: true })
    expect(await check('taken', '')).toMatchObject({ available: true, url_type: 'standard' })
  })

  it('hold their domain until they are deleted', async () => {
    const domain = await reserve()
    const link = await shorten({ url_type: 'subdomain', subdomain: nameOf(domain) })
    expectError(await ask('DELETE', `/domains/${domain.id}`), {
      status: 409,
      code: 'CONFLICT',
      details: { url_count: 1 },
    })
    expect(await statuses(`/${link.short_code}`, domain.domain)).toEqual([302, 302])
    await ask('DELETE', `/short-urls/${link.id}`)
    expect((await ask('DELETE', `/domains/${domain.id}`)).status).toBe(200)
    expect((await ask('POST', '/domains/subdomains', { subdomain: nameOf(domain) }, await anotherKey())).status).toBe(
      201,
    )
  })

  it('are made, or their domain is deleted, but never both', async () => {
    for (let round = 0; round < 5; round++) {
      const domain = await reserve()
      const body = { url: 'https://example.com', url_type: 'subdomain', subdomain: nameOf(domain) }
      const [made, deleted] = await Promise.all([
        ask('POST', '/short-urls', body),
        ask('DELETE', `/domains/${domain.id}`),
      ])
      expect([
        [201, 409],
        [403, 200],
      ]).toContainEqual([made.status, deleted.status])
    }
  })

  it('lead nowhere that we serve ourselves', async () => {
    const [own, foreign] = [await reserve(), await reserve({}, await anotherKey())]
    for (const host of [own.domain, `${foreign.domain}.`, foreign.domain.toUpperCase()]) {
      for (const field of ['url', 'ios_url', 'expired_url']) {
        const body = { url: 'https://example.com', [field]: `http://${host}:8080/loop` }
        expectError(await ask('POST', '/short-urls', body), {
          status: 422,
          code: 'VALIDATION_ERROR',
          details: { errors: [{ field, message: expect.any(String) }] },
        })
      }
    }
    const { id } = await shorten({ url: 'http://nobody-here.localhost:8080/page' })
    expectError(await ask('PUT', `/short-urls/${id}`, { url: `http://${own.domain}:8080/loop` }), {
      status: 422,
      code: 'VALIDATION_ERROR',
    })
  })
})

describe('what a domain says to visitors who come for no live link', () => {
  it('leads them where its owner wants them, from the moment of the change', async () => {
    const domain = await reserve()
    const paths = ['/', '/unknown', '/a/b', '/file.php']
    const seen = async () => Promise.all(paths.map((path) => locations(path, domain.domain)))
    expect(await seen()).toEqual(Array(4).fill([undefined, undefined]))
    const settings = { root_redirect_url: 'https://example.com/root', not_found_url: 'https://example.com/lost' }
    await ask('PUT', `/domains/${domain.id}`, settings)
    const lost = Array(2).fill(settings.not_found_url)
    await expect.poll(seen, { timeout: 10_000 }).toEqual([Array(2).fill(settings.root_redirect_url), lost, lost, lost])
    await ask('PUT', `/domains/${domain.id}`, { root_redirect_url: null })
    await expect.poll(seen, { timeout: 10_000 }).toEqual([lost, lost, lost, lost])
    expect(await statuses('/robots.txt', domain.domain)).toEqual([200, 200])
  })

  it('leads latecomers to its address, unless the link has one', async () => {
    const domain = await reserve({ expired_url: 'https://example.com/late' })
    const on = { url_type: 'subdomain', subdomain: nameOf(domain) }
    const expires_at = new Date(Date.now() + 1_000).toISOString()
    const plain = await shorten({ ...on, expires_at })
    const own = await shorten({ ...on, expires_at, expired_url: 'https://example.com/own' })
    const seen = async () => [
      ...(await locations(`/${plain.short_code}`, domain.domain)),
      ...(await locations(`/${own.short_code}`, domain.domain)),
    ]
    const [late, chosen] = ['https://example.com/late', 'https://example.com/own']
    await expect.poll(seen, { timeout: 10_000 }).toEqual([late, late, chosen, chosen])
  })
})

describe('the Host of a visit', () => {
  it('is the only header that says where a visitor is', async () => {
    const { domain } = await reserve({ root_redirect_url: 'https://example.com/root' })
    await shorten({ url_type: 'subdomain', subdomain: nameOf({ domain }), custom_alias: 'mine' })
    for (const name of ['x-forwarded-host', 'x-host', 'forwarded', 'x-original-host']) {
      const value = name === 'forwarded' ? `host=${domain}` : domain
      const seen = await visitAll('/mine', 'localhost:8080', { [name]: value })
      expect(seen.map(({ status }) => status)).toEqual([404, 404])
    }
  })

  it('is read without its port, final dot and case', async () => {
    const { domain } = await reserve()
    await shorten({ url_type: 'subdomain', subdomain: nameOf({ domain }), custom_alias: 'mine' })
    for (const host of [domain, `${domain}:8080`, `${domain}.`, `${domain}.:99`, domain.toUpperCase()]) {
      expect(await statuses('/mine', host)).toEqual([302, 302])
    }
  })

  it.each(['unknown.example', 'x.localhost', '192.0.2.1', '[::1]:8080', 'a b', 'localhost,x.example', 'a'.repeat(300)])(
    '%s leads nowhere, and leaves nothing odd in Redis',
    async (host) => {
      expect(await statuses('/mine', host)).toEqual([404, 404])
      expect(await statuses('/', host)).toEqual([404, 404])
      const keys = await stores.redis.keys('host:*')
      expect(keys.filter((found) => !/^host:[a-z0-9.-]{1,253}$/.test(found))).toEqual([])
    },
  )
})

describe('POST /domains/branded', () => {
  it('answers 201 with the record and the DNS entries to make', async () => {
    const answer = await ask('POST', '/domains/branded', {
      domain: 'Go.Brand.Example.',
      root_redirect_url: 'https://example.com/',
    })
    expect(answer.status).toBe(201)
    expect(answer.json.data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      domain: 'go.brand.example',
      type: 'branded',
      status: 'pending',
      verification: {
        records: [
          {
            type: 'TXT',
            name: '_waymark.go.brand.example',
            value: expect.stringMatching(/^waymark-[0-9a-f]{32}$/),
            status: 'pending',
          },
          { type: 'CNAME', name: 'go.brand.example', value: 'edge.waymark.example', status: 'pending' },
        ],
        last_checked_at: null,
        error: null,
      },
      is_default: false,
      url_count: 0,
      root_redirect_url: 'https://example.com/',
      not_found_url: null,
      expired_url: null,
      created_at: expect.stringMatching(/Z$/),
      verified_at: null,
    })
  })

  it('gives every claim a secret of its own', async () => {
    const [one, other] = [
      await addBranded({ domain: 'twice.example' }),
      await addBranded({ domain: 'twice.example' }, await anotherKey()),
    ]
    expect(one.verification.records[0].value).not.toBe(other.verification.records[0].value)
  })

  it.each([
    ['bücher.example', 'xn--bcher-kva.example'],
    ['BÜCHER2.example', 'xn--bcher2-3ya.example'],
    // A Cyrillic look-alike is shown as what it is.
    ['gооgle.example', 'xn--ggle-55da.example'],
    ['wide。dots.example', 'wide.dots.example'],
    ['ｆｕｌｌ.example', 'full.example'],
    ['brand.co.uk', 'brand.co.uk'],
    ['someone.github.io', 'someone.github.io'],
  ])('keeps %s as %s', async (given, kept) => {
    expect(await addBranded({ domain: given })).toMatchObject({ domain: kept })
  })

  it.each([
    'localhost',
    'example',
    'co.uk',
    'github.io',
    'localhost:8080',
    'sub.localhost',
    'edge.waymark.example',
    '192.0.2.1',
    '0x7f.1',
    '[::1]',
    'https://brand.example',
    'brand.example/path',
    'brand.example:80',
    'user@brand.example',
    'b%72and.example',
    'brand.example#x',
    'brand example.com',
    'brand\t.example',
    '_dmarc.brand.example',
    'brand..example',
    '-brand.example',
    'brand-.example',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(126)}example`,
    'xn--zz.example\u0000',
    '*.brand.example',
    '',
  ])('refuses %j with 422', async (domain) => {
    expectError(await ask('POST', '/domains/branded', { domain }), {
      status: 422,
      code: 'VALIDATION_ERROR',
      details: { errors: [{ field: 'domain', message: expect.any(String) }] },
    })
  })

  it.each([[{}], [{ domain: 5 }], [{ domain: 'a.example', verified: true }]])('refuses %j with 400', async (body) => {
    expectError(await ask('POST', '/domains/branded', body), { status: 400, code: 'BAD_REQUEST' })
  })

  it('refuses a root address on the domain itself', async () => {
    const answer = await ask('POST', '/domains/branded', {
      domain: 'x.example',
      root_redirect_url: 'https://x.example/a',
    })
    expectError(answer, { status: 422, code: 'VALIDATION_ERROR' })
  })

  it('answers 409 for a domain of the same account, and for one that another account has proved', async () => {
    const { domain } = await addVerified()
    expectError(await ask('POST', '/domains/branded', { domain }), { status: 409, code: 'CONFLICT' })
    const stranger = await anotherKey()
    expectError(await ask('POST', '/domains/branded', { domain: domain.toUpperCase() }, stranger), {
      status: 409,
      code: 'CONFLICT',
    })
  })

  it('makes one domain of many requests at once', async () => {
    const domain = `go.${freshName()}.example`
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask('POST', '/domains/branded', { domain })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(409)])
  })
})

describe('POST /domains/{id}/verify', () => {
  it('says what is missing until the TXT record is there, and announces it then', async () => {
    const domain = await addBranded()
    const name = `_waymark.${domain.domain}`
    expect(await verify(domain)).toMatchObject({
      status: 'pending',
      verification: {
        records: [{ status: 'failed' }, { status: 'failed' }],
        last_checked_at: expect.stringMatching(/Z$/),
        error: `There is no TXT record at ${name}`,
      },
    })
    dns.set(name, 'TXT', 'something else')
    expect((await verify(domain)).verification.error).toContain('expected value')
    dns.set(domain.domain, 'CNAME', 'EDGE.waymark.example')
    prove(domain)
    expect(await verify(domain)).toMatchObject({
      status: 'verified',
      verification: { records: [{ status: 'verified' }, { status: 'verified' }], error: null },
      verified_at: expect.stringMatching(/Z$/),
    })
    expect(await eventsOf(account)).toEqual([['domain.verified', domain.domain, 'verified']])
  })

  it('recognises an address of ours where there is no CNAME', async () => {
    dns.set('edge.waymark.example', 'A', '192.0.2.7', '192.0.2.8')
    const [right, wrong] = [await addBranded(), await addBranded()]
    dns.set(right.domain, 'A', '192.0.2.8')
    dns.set(wrong.domain, 'A', '203.0.113.1')
    prove(right)
    prove(wrong)
    expect((await verify(right)).verification.records[1].status).toBe('verified')
    expect(await verify(wrong)).toMatchObject({
      status: 'verified',
      verification: { records: [{}, { status: 'failed' }], error: expect.stringContaining('does not lead to') },
    })
  })

  it('never takes the proof of another account, nor a domain that another account has proved', async () => {
    const [mine, stranger] = [key, await anotherKey()]
    const domain = `go.${freshName()}.example`
    const [own, foreign] = [await addBranded({ domain }, mine), await addBranded({ domain }, stranger)]
    prove(own)
    expect(await verify(foreign, stranger)).toMatchObject({ status: 'pending' })
    expect(await verify(own, mine)).toMatchObject({ status: 'verified' })
    prove(own, foreign)
    expect(await verify(foreign, stranger)).toMatchObject({
      status: 'pending',
      verification: { error: expect.stringContaining('Another account') },
    })
  })

  it('gives a domain that several accounts prove at once to one of them', async () => {
    const domain = `go.${freshName()}.example`
    const keys = await Promise.all(Array.from({ length: 5 }, anotherKey))
    const claims = await Promise.all(keys.map((as) => addBranded({ domain }, as)))
    prove(...claims)
    const verified = await Promise.all(claims.map((claim, index) => verify(claim, keys[index])))
    expect(verified.map(({ status }) => status).sort()).toEqual([...Array<string>(4).fill('pending'), 'verified'])
  })

  it('says so when DNS cannot be asked, and takes nothing back for it', async () => {
    const domain = await addVerified()
    dns.fail(true)
    const asked = await verify(domain).finally(() => dns.fail(false))
    expect(asked).toMatchObject({ status: 'verified', verification: { error: expect.stringContaining('ESERVFAIL') } })
  })

  it('has nothing to do for a subdomain, refuses a disabled domain, and knows no foreign one', async () => {
    const subdomain = await reserve()
    expect(await verify(subdomain)).toEqual(subdomain)
    const domain = await addBranded()
    expectError(await ask('POST', `/domains/${domain.id}/verify`, {}, await anotherKey()), {
      status: 404,
      code: 'NOT_FOUND',
    })
    await stores.sql`update domains set status = 'disabled' where id = ${domain.id}`
    expectError(await ask('POST', `/domains/${domain.id}/verify`, {}), { status: 409, code: 'CONFLICT' })
  })
})

describe('short URLs on a branded domain', () => {
  it('can be made and are served once it is verified, and not while it is failed', async () => {
    const domain = await addBranded()
    const body = { url: 'https://example.com/page', url_type: 'branded', branded_domain: domain.domain.toUpperCase() }
    expectError(await ask('POST', '/short-urls', body), { status: 403, code: 'ACCESS_DENIED' })
    prove(domain)
    await verify(domain)
    const link = await shorten({ ...body, custom_alias: 'sale' })
    expect(link).toMatchObject({
      url_type: 'branded',
      branded_domain: domain.domain,
      subdomain: null,
      short_url: `http://${domain.domain}/sale`,
    })
    expect(await statuses('/sale', domain.domain)).toEqual([302, 302])

    dns.set(`_waymark.${domain.domain}`, 'TXT')
    await stores.sql`
      update domains
      set failures = ${failuresUntilFailed - 1}, next_check_at = now()
      where id = ${domain.id}`
    await recheckDomains({ ...stores, dns: createDns([dns.address]) })
    await expect.poll(() => statuses('/sale', domain.domain), { timeout: 10_000 }).toEqual([404, 404])
    expectError(await ask('POST', '/short-urls', body), { status: 403, code: 'ACCESS_DENIED' })
    prove(domain)
    await verify(domain)
    await expect.poll(() => statuses('/sale', domain.domain), { timeout: 10_000 }).toEqual([302, 302])
  })

  it('are served to the account that proved the domain, not to one that only claims it', async () => {
    const domain = await addVerified()
    const stranger = await anotherKey()
    const [other] = await stores.sql<{ id: string }[]>`
      insert into domains (id, account_id, type, host, status)
      select gen_random_uuid(), id, 'branded', ${domain.domain}, 'pending' from accounts where id <> ${account.id} limit 1
      returning id`
    await stores.sql`
      insert into links (id, account_id, domain_id, code, is_custom_alias, rev, url)
      select gen_random_uuid(), account_id, id, 'mine', true, nextval('link_rev'), 'https://evil.example/'
      from domains where id = ${other?.id ?? null}`
    expect(await statuses('/mine', domain.domain)).toEqual([404, 404])
    expectError(
      await ask(
        'POST',
        '/short-urls',
        { url: 'https://example.com', url_type: 'branded', branded_domain: domain.domain },
        stranger,
      ),
      { status: 403, code: 'ACCESS_DENIED' },
    )
  })

  it('lead neither to another one of the account nor to one that is served', async () => {
    const [pending, served] = [await addBranded(), await addVerified({}, await anotherKey())]
    const other = await addBranded({}, await anotherKey())
    const status = async (host: string) => (await ask('POST', '/short-urls', { url: `https://${host}/loop` })).status
    expect([await status(pending.domain), await status(served.domain), await status(other.domain)]).toEqual([
      422, 422, 201,
    ])
  })
})

describe('GET /internal/tls-ask', () => {
  it('tells a proxy for which names it may get a certificate', async () => {
    const routes = {
      '/internal/tls-ask': tlsAsk(stores.sql, { ...stores.config, BASE_URL: 'https://app.waymark.example' }),
    }
    const server = await startInternalServer({ port: 0, registry: new Registry(), checks: {}, routes })
    onTestFinished(() => server.close())
    const status = async (query: string) =>
      (await fetch(`http://127.0.0.1:${server.port}/internal/tls-ask${query}`)).status
    const [subdomain, verified, pending] = [await reserve(), await addVerified(), await addBranded()]
    for (const name of [
      'localhost',
      'app.waymark.example',
      subdomain.domain,
      verified.domain,
      verified.domain.toUpperCase(),
    ]) {
      expect([name, await status(`?domain=${name}`)]).toEqual([name, 200])
    }
    const unknown = [pending.domain, `www.${verified.domain}`, 'unknown.example', '', '%00', `${verified.domain}/x`]
    for (const name of unknown) expect([name, await status(`?domain=${name}`)]).toEqual([name, 404])
    expect(await status('')).toBe(404)
  })
})
