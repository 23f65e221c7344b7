import { beforeEach, describe, expect, it } from 'vitest'
import { relayFacts } from '#model/publish/relay-facts.ts'
import { endpoints } from '../../../api/endpoints.ts'
import { storeClicks } from '../../factories/clicks.ts'
import { createKey } from '../../factories/key.ts'
import { leastBody, makerFor } from '../../factories/objects.ts'
import { account, api, create, expectError, freshAlias, key, stores, useShortUrls } from '../support/short-urls.ts'

useShortUrls()

/** Included in every text of objects on the base domain. */
const secret = 'on-the-base-domain'
const forbidden = { status: 403, code: 'FORBIDDEN' }

let shop: { id: string; name: string }
/** Limited to the subdomain. */
let bound: string
let outside: { id: string; short_code: string }
let inside: { id: string; short_code: string }

beforeEach(async () => {
  shop = await reserve()
  bound = await mint({ domain_ids: [shop.id] })
  outside = await create({ name: secret, description: secret, url: `https://example.com/${secret}`, tags: [secret] })
  inside = await create({ name: 'inside', url_type: 'subdomain', subdomain: shop.name })
})

const ask = (method: string, path: string, body?: unknown, as = bound) => api.request(method, path, { key: as, body })
const idsOf = ({ json }: Awaited<ReturnType<typeof ask>>) => json.data.map(({ id }: { id: string }) => id)
const everyLink = async () => await stores.sql`select * from links where account_id = ${account.id} order by id`

async function reserve() {
  const name = freshAlias('shop')
  const { status, json } = await ask('POST', '/domains/subdomains', { subdomain: name }, key)
  expect(status).toBe(201)
  return { id: json.data.id, name }
}

async function mint(limits: Record<string, unknown>, as = key) {
  const body = { name: 'Bound', permissions: ['read', 'write', 'delete', 'analytics'], ...limits }
  const { status, json } = await ask('POST', '/api-keys', body, as)
  expect(status).toBe(201)
  return json.data.key
}

describe('a key limited to a domain', () => {
  it('lists, searches and counts only links on it', async () => {
    const listed = await ask('GET', '/short-urls')
    expect([idsOf(listed), listed.json.pagination.total]).toEqual([[inside.id], 1])
    expect(idsOf(await ask('GET', `/short-urls?search=${secret}`))).toEqual([])
    expect(idsOf(await ask('GET', '/short-urls?url_type=standard'))).toEqual([])
    await reserve()
    const domains = await ask('GET', '/domains')
    expect([idsOf(domains), domains.json.pagination.total]).toEqual([[shop.id], 1])
  })

  it('cannot read, change or delete links on other domains', async () => {
    const before = await everyLink()
    for (const id of [outside.id, outside.short_code]) {
      expectError(await ask('GET', `/short-urls/${id}`), forbidden)
      expectError(await ask('PUT', `/short-urls/${id}`, { name: 'changed' }), forbidden)
      expectError(await ask('DELETE', `/short-urls/${id}`), forbidden)
    }
    expect(await everyLink()).toEqual(before)
    expect((await ask('PUT', `/short-urls/${inside.id}`, { name: 'changed' })).status).toBe(200)
    expect((await ask('DELETE', `/short-urls/${inside.short_code}`)).status).toBe(200)
    expect((await ask('GET', '/short-urls/nobody-has-this')).status).toBe(404)
  })

  it('has the same limits in bulk', async () => {
    const ids = [outside.id, inside.id]
    const changed = await ask('PUT', '/short-urls/bulk', { ids, changes: { name: 'changed' } })
    expect(changed.json.data.failed).toMatchObject([{ index: 0, code: 'FORBIDDEN' }])
    expect(changed.json.data.succeeded).toMatchObject([{ id: inside.id, name: 'changed' }])
    const made = await ask('POST', '/short-urls/bulk', { urls: [{ url: 'https://example.com/' }] })
    expect(made.json.data).toMatchObject({ succeeded: [], failed: [{ code: 'FORBIDDEN' }] })
    const gone = await ask('DELETE', '/short-urls/bulk', { filter: { status: 'all' } })
    expect(gone.json.data).toEqual({ succeeded: [{ id: inside.id }], failed: [] })
    expect(await everyLink()).toMatchObject([{ id: outside.id }])
  })

  it('creates links and checks aliases only there', async () => {
    const url = 'https://example.com/'
    expectError(await ask('POST', '/short-urls', { url }), forbidden)
    expectError(await ask('GET', '/short-urls/check-alias?alias=free-alias'), forbidden)
    const other = await reserve()
    expectError(await ask('POST', '/short-urls', { url, url_type: 'subdomain', subdomain: other.name }), forbidden)
    const unknown = await ask('POST', '/short-urls', { url, url_type: 'subdomain', subdomain: 'never-reserved' })
    expectError(unknown, { status: 403, code: 'ACCESS_DENIED' })
    const place = { url_type: 'subdomain', subdomain: shop.name }
    expect((await ask('POST', '/short-urls', { url, ...place })).status).toBe(201)
    const query = new URLSearchParams({ alias: 'free-alias', ...place })
    expect((await ask('GET', `/short-urls/check-alias?${query.toString()}`)).json.data.available).toBe(true)
  })

  it('finds its own link by a slug that also exists on the base domain', async () => {
    const custom_alias = freshAlias()
    const [standard, own] = [
      await create({ custom_alias }),
      await create({ custom_alias, url_type: 'subdomain', subdomain: shop.name }),
    ]
    expect((await ask('GET', `/short-urls/${custom_alias}`)).json.data.id).toBe(own.id)
    expect((await ask('GET', `/short-urls/${custom_alias}`, undefined, key)).json.data.id).toBe(standard.id)
    expectError(await ask('GET', `/short-urls/${custom_alias}?url_type=standard`), forbidden)
  })

  it('cannot create domains, or read and change others', async () => {
    const other = await reserve()
    for (const [method, body] of [
      ['GET', undefined],
      ['PUT', { not_found_url: 'https://example.com/' }],
      ['DELETE', undefined],
    ] as const) {
      expectError(await ask(method, `/domains/${other.id}`, body), forbidden)
    }
    expectError(await ask('POST', '/domains/subdomains', { subdomain: freshAlias('new') }), forbidden)
    expectError(await ask('POST', '/domains/branded', { domain: `${freshAlias('go')}.example.com` }), forbidden)
    expect((await ask('GET', `/domains/${shop.id}`)).json.data.url_count).toBe(1)
    expect((await ask('GET', '/domains', undefined, key)).json.pagination.total).toBe(2)
  })
})

describe('a campaign over several domains', () => {
  let campaign: { id: string }
  beforeEach(async () => {
    campaign = (await ask('POST', '/campaigns', { name: 'Spring' }, key)).json.data
    const url_ids = [outside.id, inside.id]
    expect((await ask('POST', `/campaigns/${campaign.id}/urls`, { url_ids }, key)).json.data.url_count).toBe(2)
    const click = { account_id: account.id, at: new Date().toISOString() }
    await storeClicks(stores.ch, [
      { ...click, link_id: outside.id, visitor_id: '1' },
      { ...click, link_id: outside.id, visitor_id: '2' },
      { ...click, link_id: inside.id, visitor_id: '3' },
    ])
    await stores.sql`update link_counts set clicks = 2 where link_id = ${outside.id}`
    await stores.sql`update link_counts set clicks = 1 where link_id = ${inside.id}`
    await stores.sql.begin((tx) => relayFacts(tx, stores.ch))
  })

  it('shows the key only links within its limit', async () => {
    const counts = { url_count: 1, total_clicks: 1, unique_visitors: 1 }
    expect((await ask('GET', '/campaigns/Spring')).json.data).toMatchObject(counts)
    expect((await ask('GET', '/campaigns')).json.data).toMatchObject([counts])
    const { json } = await ask('GET', '/campaigns/Spring/analytics')
    expect(json.data).toMatchObject({ campaign: counts, total_clicks: 1, unique_visitors: 1 })
    const whole = { url_count: 2, total_clicks: 3, unique_visitors: 3 }
    expect((await ask('GET', '/campaigns/Spring', undefined, key)).json.data).toMatchObject(whole)
  })

  it('has analytics only for links within the limit of the key', async () => {
    const clicks = async (path: string, as = bound) => {
      const { json } = await ask('GET', path, undefined, as)
      return json.data.reduce((sum: number, bucket: { clicks: number }) => sum + bucket.clicks, 0)
    }
    expect(await clicks('/analytics/timeline?days=2')).toBe(1)
    expect(await clicks('/analytics/timeline?days=2', key)).toBe(3)
    expect(await clicks(`/analytics/timeline/${inside.id}`)).toBe(1)
    expectError(await ask('GET', `/analytics/timeline/${outside.id}`), forbidden)
  })

  it('cannot add or remove links on other domains', async () => {
    const before = await everyLink()
    const path = `/campaigns/${campaign.id}`
    for (const method of ['POST', 'DELETE']) {
      expectError(await ask(method, `${path}/urls`, { url_ids: [inside.id, outside.id] }), forbidden)
    }
    expectError(await ask('DELETE', path), forbidden)
    expectError(await ask('DELETE', `${path}?delete_urls=true`), forbidden)
    expect(await everyLink()).toEqual(before)
    expect((await ask('DELETE', `${path}/urls`, { url_ids: [inside.id] })).status).toBe(200)
    const added = await ask('POST', `${path}/urls`, { url_ids: [inside.id] })
    expect(added.json.data.url_count).toBe(1)
    const [told] = await stores.sql`
      select data from webhook_messages where type = 'campaign.updated' and account_id = ${account.id}
      order by id desc limit 1`
    expect(told?.['data'].url_count, 'events contain the whole campaign').toBe(2)
  })
})

describe('domain_ids', () => {
  const tryMint = (domain_ids: unknown, as = key) =>
    ask('POST', '/api-keys', { name: 'x', permissions: ['read'], domain_ids }, as)

  it('are returned, with standard for the base domain', async () => {
    const domain_ids = ['standard', shop.id]
    expect((await tryMint(domain_ids)).json.data.domain_ids).toEqual(domain_ids)
    expect((await ask('GET', '/api-keys', undefined, key)).json.data[0].domain_ids).toEqual(domain_ids)
    const standard = await mint({ domain_ids: ['standard'] })
    expect(idsOf(await ask('GET', '/short-urls', undefined, standard))).toEqual([outside.id])
    expectError(await ask('GET', `/short-urls/${inside.id}`, undefined, standard), forbidden)
    expect((await ask('POST', '/short-urls', { url: 'https://example.com/' }, standard)).status).toBe(201)
  })

  it('must be domains of the account', async () => {
    const [foreign] = await stores.sql`select id from domains where account_id <> ${account.id} and type <> 'standard'`
    for (const [domain_ids, status, field] of [
      [[foreign?.['id'] ?? crypto.randomUUID()], 422, 'domain_ids.0'],
      [[shop.id, crypto.randomUUID()], 422, 'domain_ids.1'],
      [['shop'], 422, 'domain_ids.0'],
      [[], 422, 'domain_ids'],
      ['standard', 400, undefined],
    ] as const) {
      const { status: answered, json } = await tryMint(domain_ids)
      expect([answered, json.error.details.errors?.[0].field]).toEqual([status, field])
    }
  })

  it('for a new key must be within those of the key that creates it', async () => {
    for (const wider of [undefined, null, ['standard'], [shop.id, 'standard']]) {
      expectError(await tryMint(wider, bound), forbidden)
    }
    expect((await tryMint([shop.id], bound)).status).toBe(201)
  })

  it('remain after their domain is deleted: a key without domains is not a key for all domains', async () => {
    await ask('DELETE', `/short-urls/${inside.id}`, undefined, key)
    expect((await ask('DELETE', `/domains/${shop.id}`, undefined, key)).status).toBe(200)
    expect(idsOf(await ask('GET', '/short-urls'))).toEqual([])
    expectError(await ask('GET', `/short-urls/${outside.id}`), forbidden)
  })
})

const cases = endpoints.map((endpoint) => ({ ...endpoint, name: `${endpoint.method} ${endpoint.path}` }))
const ofLinks = cases.filter(({ path }) => /^\/(short-urls|domains|analytics(\/\w+)*)\/\{/.test(path))
const lists = cases.filter(({ path, method }) => method === 'GET' && !path.includes('{'))

it.each(ofLinks)('$name rejects a key limited to another domain', async (endpoint) => {
  const { method, path } = endpoint
  const make = makerFor(path)
  if (make === undefined) throw new Error(`test/factories/objects.ts has no factory for ${path}`)
  const id = await make(stores, account)
  const body = await leastBody(endpoint, stores, account)
  expectError(await ask(method, path.replace(/\{\w+\}/g, id), body), forbidden)
})

it.each(lists)('$name reveals nothing of another domain to a key', async ({ path }) => {
  const free = await createKey(stores.sql, account)
  await storeClicks(stores.ch, [
    { account_id: account.id, link_id: outside.id, at: new Date().toISOString(), utm_source: secret, referrer: secret },
  ])
  await stores.sql`update link_counts set clicks = 7, last_clicked_at = now() where link_id = ${outside.id}`
  const query = `?alias=free-alias&url_type=subdomain&subdomain=${shop.name}`
  const answer = await ask('GET', path + query)
  expect(answer.status).toBe(['/me/connected-apps', '/account/export'].includes(path) ? 403 : 200)
  expect(answer.text).not.toContain(secret)
  expect(answer.text).not.toContain(outside.id)
  expect((await ask('GET', path + query, undefined, free.key)).status).toBe(200)
})
