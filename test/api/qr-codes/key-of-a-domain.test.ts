import { beforeEach, expect, it } from 'vitest'
import { ask, create, expectError, generate, useQrCodes } from '../support/qr-codes.ts'

useQrCodes()

const forbidden = { status: 403, code: 'FORBIDDEN' }
const idsOf = ({ json }: Awaited<ReturnType<typeof ask>>) => json.data.map(({ id }: { id: string }) => id).sort()

let subdomain: string
/** Limited to the subdomain. */
let bound: string
let outside: { id: string }
let inside: { id: string }
/** A static code without a short URL: it is on no domain. */
let fixed: { id: string }

beforeEach(async () => {
  subdomain = `shop-${crypto.randomUUID().slice(0, 8)}`
  const { id } = (await ask('POST', '/domains/subdomains', { subdomain })).json.data
  const permissions = ['read', 'write', 'delete', 'analytics']
  bound = (await ask('POST', '/api-keys', { name: 'Bound', permissions, domain_ids: [id] })).json.data.key
  outside = await create({ is_dynamic: true })
  inside = await create({ is_dynamic: true, url_type: 'subdomain', subdomain })
  fixed = await create()
})

it('a key limited to a domain lists, reports and reads QR codes on it, and those without a short URL', async () => {
  const within = [inside.id, fixed.id].sort()
  const listed = await ask('GET', '/qr-codes', undefined, bound)
  expect([idsOf(listed), listed.json.pagination.total]).toEqual([within, 2])
  expect(idsOf(await ask('GET', '/qranalytics/top-qr-codes', undefined, bound))).toEqual(within)
  expect((await ask('GET', '/qranalytics/overview', undefined, bound)).json.data.totalQrCodes).toBe(2)
  for (const id of within) {
    expect((await ask('GET', `/qr-codes/${id}`, undefined, bound)).status).toBe(200)
    expect((await ask('GET', `/qranalytics/qr/${id}`, undefined, bound)).status).toBe(200)
  }
})

it('a key limited to a domain cannot create, read, change or delete QR codes on another', async () => {
  const body = { content_type: 'url', content_data: { url: 'https://example.com/' }, is_dynamic: true }
  expectError(await generate(body, bound), forbidden)
  expect((await generate({ ...body, url_type: 'subdomain', subdomain }, bound)).status).toBe(201)
  const before = (await ask('GET', `/qr-codes/${outside.id}`)).json.data
  for (const [method, path, change] of [
    ['GET', `/qr-codes/${outside.id}`, undefined],
    ['GET', `/qr-codes/${outside.id}/image`, undefined],
    ['GET', `/qranalytics/qr/${outside.id}`, undefined],
    ['PUT', `/qr-codes/${outside.id}`, { name: 'changed' }],
    ['DELETE', `/qr-codes/${outside.id}`, undefined],
  ] as const) {
    expectError(await ask(method, path, change, bound), forbidden)
  }
  expect((await ask('GET', `/qr-codes/${outside.id}`)).json.data).toEqual(before)
})
