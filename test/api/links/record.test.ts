import { beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#runtime/uuid.ts'
import { createAccount, type TestAccount } from '../../factories/account.ts'
import { storeClicks } from '../../factories/clicks.ts'
import { createKey } from '../../factories/key.ts'
import { api, expectError, stores, useShortUrls } from '../support/short-urls.ts'

useShortUrls()

let account: TestAccount
let key: string
const ask = (method: string, path: string, body?: unknown) => api.request(method, path, { key, body })
const create = async (body: Record<string, unknown>) =>
  (await ask('POST', '/short-urls', { url: 'https://example.com/page', ...body })).json.data

async function verified(type: 'subdomain' | 'branded', host: string): Promise<void> {
  await stores.sql`
    insert into domains (id, account_id, type, host, verification_token, verified_at)
    values (${uuidv7()}, ${account.id}, ${type}, ${host}, ${type === 'branded' ? 'token' : null}, now())`
}

type Links = Record<'standard' | 'subdomain' | 'branded', Record<string, unknown>>
let links: Links

/** One short URL of each type with the same alias; the standard one has 3 clicks of 2 visitors. */
beforeAll(async () => {
  account = await createAccount(stores.sql)
  key = (await createKey(stores.sql, account)).key
  await verified('subdomain', 'shop.localhost')
  await verified('branded', 'go.example')
  const custom_alias = 'Everywhere'
  const standard = await create({ custom_alias, name: 'Spring' })
  await create({ custom_alias, url_type: 'subdomain', subdomain: 'shop' })
  await create({ custom_alias, url_type: 'branded', branded_domain: 'go.example' })
  const click = { account_id: account.id, link_id: standard.id, at: '2026-01-02T03:04:05Z' }
  await storeClicks(stores.ch, [
    { ...click, visitor_id: '1' },
    { ...click, visitor_id: '1' },
    { ...click, visitor_id: '2' },
  ])
  await stores.sql`
    update link_counts set clicks = 3, last_clicked_at = '2026-01-02T03:04:05Z' where link_id = ${standard.id}`
  const listed = (await ask('GET', '/short-urls')).json.data
  links = Object.fromEntries(listed.map((link: { url_type: string }) => [link.url_type, link])) as Links
})

describe('the fields of a short URL', () => {
  it.each([
    ['id', 'standard', expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)],
    ['short_code', 'standard', 'Everywhere'],
    ['short_url', 'standard', 'http://localhost:8080/Everywhere'],
    ['short_url', 'subdomain', 'http://shop.localhost:8080/Everywhere'],
    ['short_url', 'branded', expect.stringMatching(/^http:\/\/go\.example(:8080)?\/Everywhere$/)],
    ['name', 'standard', 'Spring'],
    ['name', 'branded', null],
    ['original_url', 'standard', 'https://example.com/page'],
    ['custom_alias', 'standard', 'Everywhere'],
    ['url_type', 'standard', 'standard'],
    ['url_type', 'subdomain', 'subdomain'],
    ['url_type', 'branded', 'branded'],
    ['branded_domain', 'branded', 'go.example'],
    ['branded_domain', 'standard', null],
    ['branded_domain', 'subdomain', null],
    ['subdomain', 'subdomain', 'shop'],
    ['subdomain', 'standard', null],
    ['subdomain', 'branded', null],
    ['click_count', 'standard', 3],
    ['click_count', 'branded', 0],
    ['unique_visitors', 'standard', 2],
    ['created_at', 'standard', expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)],
    ['last_clicked_at', 'standard', '2026-01-02T03:04:05.000Z'],
    ['tracking_enabled', 'standard', true],
    ['stored_clicks', 'standard', 3],
    ['actual_clicks', 'standard', 3],
  ] as const)('%s: of a %s short URL, in the list and in the record', async (field, type, value) => {
    expect(links[type]).toHaveProperty(field, value)
    expect((await ask('GET', `/short-urls/${String(links[type]['id'])}`)).json.data).toEqual(links[type])
  })

  it('short_url uses the configured URL, whatever host a client sends', async () => {
    const said = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', forwarded: 'host=evil.example' }
    const body = { url: 'https://example.com/page' }
    for (const [method, path] of [
      ['POST', '/short-urls'],
      ['GET', '/short-urls'],
      ['GET', '/openapi.json'],
    ] as const) {
      const answer = await api.request(method, path, { key, headers: said, ...(method === 'POST' && { body }) })
      expect(answer.status).toBeLessThan(300)
      expect(answer.text).toContain('http://localhost:')
      expect(answer.text).not.toContain('evil.example')
    }
  })

  it('last_clicked_at is omitted without clicks', () => {
    expect(links.branded).not.toHaveProperty('last_clicked_at')
  })

  it('custom_alias is null for a generated slug', async () => {
    const link = await create({})
    expect(link.custom_alias).toBeNull()
    expect(link.short_url).toBe(`http://localhost:8080/${link.short_code}`)
  })
})

it('a short URL is found by UUID, short code and custom alias', async () => {
  const generated = await create({})
  for (const [id, link] of [
    [links.standard['id'], links.standard],
    ['Everywhere', links.standard],
    [generated.id, generated],
    [generated.short_code, generated],
  ] as const) {
    expect((await ask('GET', `/short-urls/${String(id)}`)).json.data).toEqual(link)
  }
})

describe('an alias is', () => {
  const conflict = { status: 409, code: 'CONFLICT' }
  const body = { url: 'https://example.com/', custom_alias: 'Everywhere' }

  it('unique among standard URLs of all accounts, and case-sensitive', async () => {
    const other = (await createKey(stores.sql, await createAccount(stores.sql))).key
    expectError(await ask('POST', '/short-urls', body), conflict)
    expectError(await api.request('POST', '/short-urls', { key: other, body }), conflict)
    expect((await create({ custom_alias: 'everywhere' })).short_code).toBe('everywhere')
  })

  it.each([
    ['within a subdomain', { url_type: 'subdomain', subdomain: 'shop' }],
    ['within a branded domain', { url_type: 'branded', branded_domain: 'go.example' }],
  ])('unique %s', async (_, place) => {
    expectError(await ask('POST', '/short-urls', { ...body, ...place }), conflict)
  })

  it('allowed on the base domain, on a subdomain and on a branded domain at the same time', () => {
    expect(Object.keys(links).sort()).toEqual(['branded', 'standard', 'subdomain'])
    for (const link of Object.values(links)) expect(link['custom_alias']).toBe('Everywhere')
  })
})
