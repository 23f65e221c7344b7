import { beforeAll, expect, it } from 'vitest'
import { sentenceAbout } from '#core/sentence-about.ts'
import { makerFor } from '../../factories/objects.ts'
import { operations, type Schema } from '../support/documented-operations.ts'
import { account, api, key, stores, useApi, useDrawing, useOneAccount } from '../support/use-api.ts'

useApi()
useOneAccount('enterprise')
useDrawing()

const libraries =
  /expected \w+, received|unrecognized key|too (big|small)[:,]|invalid (input|string|option|format|url)\b|url component|media type|syntax error/i
const generic = /^(validation failed|invalid request|malformed address|bad request|error)\.?$/i

interface ErrorBody {
  code: string
  message: string
  details?: string | { errors?: { field: string; message: string }[] }
}

function expectUseful({ message, details }: ErrorBody, what: string): void {
  expect(message, what).toMatch(/^[A-Z`].*\.$/s)
  expect(message, what).not.toMatch(generic)
  expect(message, what).not.toMatch(libraries)
  if (typeof details !== 'object' || details.errors === undefined) return
  const [first] = details.errors
  expect(first && sentenceAbout(first), what).toBe(message)
  for (const error of details.errors) {
    expect(error.message, what).toMatch(/^[A-Z].*\.$/s)
    expect(error.message, what).not.toMatch(libraries)
  }
}

const typesOf = ({ type, anyOf = [] }: Schema): string[] => [...[type ?? []].flat(), ...anyOf.flatMap(typesOf)]

/** A value of another JSON type, and one of the same type that hardly any rule allows. */
function wrongValues(schema: Schema): unknown[] {
  const types = typesOf(schema)
  const foreign = { string: 'wrong', number: 12.5, object: { wrong: true } }
  const other = Object.entries(foreign).find(
    ([type]) => !types.includes(type) && !(type === 'number' && types.includes('integer')),
  )
  const same = types.includes('string') ? ['\u0000'] : types.includes('array') ? [[], ['\u0000']] : [-1e15]
  return [...(other === undefined ? [] : [other[1]]), ...same]
}

const ids = new Map<string, string>()
beforeAll(async () => {
  for (const path of new Set(operations.map((each) => each.path))) {
    const make = makerFor(path)
    if (make !== undefined) ids.set(path, await make(stores, account))
  }
})

const address = (path: string) => path.replace(/\{\w+\}/g, encodeURIComponent(ids.get(path) ?? 'no-such-thing'))

/** Sends a request that should be refused. Returns whether it was. */
async function refuses(method: string, path: string, body?: unknown): Promise<boolean> {
  const what = `${method} ${path} ${JSON.stringify(body)}`
  const { status, json } = await api.request(method, path, { key, ...(body !== undefined && { body }) })
  if (status < 400) return false
  expect(status, what).toBeLessThan(500)
  expectUseful(json.error, what)
  return true
}

it('every refusal of a wrong member of a body is a useful sentence', async () => {
  let refused = 0
  for (const { method, path, operation } of operations) {
    const content = operation.requestBody?.content['application/json']
    if (content === undefined || method === 'PATCH') continue
    const usual = method === 'PUT' ? {} : (content.example as object)
    const bodies = Object.entries(content.schema.properties ?? {}).flatMap(([name, schema]) =>
      wrongValues(schema).map((value) => ({ ...usual, [name]: value })),
    )
    for (const body of bodies) refused += Number(await refuses(method, address(path), body))
    const unknown = await refuses(method, address(path), { ...usual, unknown_member: 1 })
    expect(unknown, `${method} ${path} with an unknown member`).toBe(true)
  }
  expect(refused).toBeGreaterThan(150)
})

it('every refusal of a wrong parameter is a useful sentence', async () => {
  const seen = new Set<string>()
  for (const { method, path, operation } of operations) {
    if (path.includes('{')) await refuses(method, path.replace(/\{\w+\}/g, 'no-such-thing'))
    if (method !== 'GET') continue
    for (const { name, schema } of operation.parameters.filter((each) => each.in === 'query')) {
      const kind = `${name} ${JSON.stringify(schema)}`
      if (seen.has(kind)) continue
      seen.add(kind)
      await refuses(method, `${address(path)}?${name}=%00`)
      await refuses(method, `${address(path)}?${name}=${'x'.repeat(600)}`)
    }
  }
  expect(seen.size).toBeGreaterThan(30)
})

it('every error that the reference shows has a useful message', () => {
  const shown = operations.flatMap(({ name, operation }) =>
    Object.values(operation.responses).flatMap(({ content }) =>
      Object.values(content?.['application/json']?.examples ?? {}).map(({ value }) => ({
        name,
        error: (value as { error: ErrorBody }).error,
      })),
    ),
  )
  expect(shown.length).toBeGreaterThan(100)
  for (const { name, error } of shown) expectUseful(error, `${name} ${error.code}`)
})

it.each([
  ['malformed JSON', '{', {}],
  ['another media type', 'a=1', { 'content-type': 'text/plain' }],
  ['a large body', JSON.stringify({ url: 'x'.repeat(300_000) }), {}],
])('%s is refused with a useful sentence', async (_what, body, headers) => {
  const { status, json } = await api.request('POST', '/short-urls', { key, body, headers })
  expect(status).toBeGreaterThanOrEqual(400)
  expectUseful(json.error, body.slice(0, 20))
})
