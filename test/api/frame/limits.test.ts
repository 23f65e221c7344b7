import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { endpoints } from '../../../api/endpoints.ts'
import { createAccount, type TestAccount } from '../../factories/account.ts'
import { createKey } from '../../factories/key.ts'
import { makerFor } from '../../factories/objects.ts'
import { api, stores, useShortUrls } from '../support/short-urls.ts'

useShortUrls()

let account: TestAccount
let key: string
let campaign: string
let link: string
beforeAll(async () => {
  account = await createAccount(stores.sql, { plan: 'enterprise' })
  key = (await createKey(stores.sql, account)).key
  campaign = (await ask('POST', '/campaigns', { name: 'Limits' })).json.data.id
  link = (await ask('POST', '/short-urls', { url: 'https://example.com/' })).json.data.id
})

const ask = (method: string, path: string, body?: unknown) => api.request(method, path, { key, body })
const post = (path: string, body: unknown) => ask('POST', path, body)
const characters = (count: number, character = 'n') => character.repeat(count)
const address = (length: number) => `https://example.com/${characters(length - 20)}`
const shorten = (fields: object) => post('/short-urls', { url: 'https://example.com/', ...fields })
const list = (count: number) => Array.from({ length: count }, (_, index) => `t${index}`)

type Ask = (size: number) => ReturnType<typeof ask>

/** Each limit: its name, minimum and maximum, the error status outside them, and the request. */
const bodies: [limit: string, least: number, most: number, refusal: number, request: Ask][] = [
  ['Campaign name length', 1, 100, 400, (size) => post('/campaigns', { name: characters(size) })],
  ['Campaign name length, in code points', 1, 100, 400, (size) => post('/campaigns', { name: characters(size, '🌱') })],
  [
    'Campaign name length, at update',
    1,
    100,
    400,
    (size) => ask('PUT', `/campaigns/${campaign}`, { name: characters(size, 'u') }),
  ],
  ['Custom alias length', 3, 50, 422, (size) => shorten({ custom_alias: characters(size, 'a') })],
  [
    'Custom alias length, at update',
    3,
    50,
    422,
    (size) => ask('PUT', `/short-urls/${link}`, { custom_alias: characters(size, 'b') }),
  ],
  [
    'Custom alias length, in check-alias',
    3,
    50,
    422,
    (size) => ask('GET', `/short-urls/check-alias?alias=${characters(size, 'c')}`),
  ],
  ['Destination length', 21, 8_192, 422, (size) => shorten({ url: size < 21 ? characters(size) : address(size) })],
  ['Name length', 0, 255, 422, (size) => shorten({ name: characters(size) })],
  ['Description length', 0, 1_000, 422, (size) => shorten({ description: characters(size) })],
  ['Tags', 0, 20, 422, (size) => shorten({ tags: list(size) })],
  ['Tag length', 1, 50, 422, (size) => shorten({ tags: [characters(size)] })],
  ['Generated code length', 4, 12, 422, (size) => shorten({ code_length: size })],
  ['max_clicks', 1, 1_000_000_000, 422, (size) => shorten({ max_clicks: size })],
  ['Subdomain length', 3, 63, 422, (size) => post('/domains/subdomains', { subdomain: characters(size, 's') })],
]

it.each(bodies)('%s: %i to %i, otherwise %i', async (_, least, most, refusal, request) => {
  expect((await request(least)).status).toBeLessThan(300)
  expect((await request(most)).status).toBeLessThan(300)
  const refusals = [await request(most + 1), ...(least > 0 ? [await request(least - 1)] : [])]
  for (const { status, json } of refusals) {
    expect([status, json.error.code]).toEqual([refusal, refusal === 400 ? 'BAD_REQUEST' : 'VALIDATION_ERROR'])
  }
})

it('Short URLs in a bulk request: 1 to 1,000', async () => {
  const urls = (count: number) => ({ urls: Array.from({ length: count }, () => ({ url: 'https://example.com/bulk' })) })
  const statuses: number[] = []
  for (const count of [0, 1, 1_000, 1_001]) statuses.push((await post('/short-urls/bulk', urls(count))).status)
  expect(statuses).toEqual([expect.toBeOneOf([400, 422]), 200, 200, expect.toBeOneOf([400, 422])])
})

/** Every GET endpoint that declares the parameter. */
const withParameter = (name: string) =>
  endpoints
    .filter(({ method, query }) => method === 'GET' && Object.keys(shapeOf(query)).includes(name))
    .map(({ path }) => path)

function shapeOf(query: z.ZodType | undefined): object {
  if (query === undefined) return {}
  return z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }).properties ?? {}
}

const refused = (name: string) => ({
  status: 400,
  json: { success: false, error: { code: 'BAD_REQUEST', details: expect.stringContaining(name) } },
})

describe.each([
  ['`days` parameters', 'days', 1, 365],
  ['`limit` on lists, top URLs, recent activity and top QR codes', 'limit', 1, 100],
])('%s', (_, name, least, most) => {
  it.each(withParameter(name))(`of %s: ${least} to ${most}, rejected outside and never clamped`, async (path) => {
    const id = await makerFor(path)?.(stores, account)
    const address = path.replace(/\{\w+\}/, id ?? '')
    const read = (value: number | string) => ask('GET', `${address}?alias=free&${name}=${value}`)
    for (const value of [least, most]) expect((await read(value)).status, `${path} ${value}`).toBe(200)
    for (const value of [least - 1, most + 1, '', 'x', '1.5', '-1']) {
      expect(await read(value), `${path} ${value}`).toMatchObject(refused(name))
    }
  })
})
