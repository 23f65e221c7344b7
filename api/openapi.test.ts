import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { errorReply } from '#schemas/envelope.ts'
import { type ErrorCode, errorStatus } from '#schemas/errors.ts'
import { expandReferences } from '../test/api/support/expand-references.ts'
import { endpoints } from './endpoints.ts'
import { describeApi } from './frame/openapi.ts'

interface Shown {
  schema: Record<string, unknown>
  example?: unknown
  examples?: Record<string, { value: unknown }>
}
interface Operation {
  operationId: string
  parameters: { name: string; schema: object }[]
  requestBody?: { required: boolean; content: { 'application/json'?: Shown } }
  responses: Record<string, { content?: { 'application/json'?: Shown } }>
}

const document = describeApi(endpoints, 'http://localhost:3000')
const components = document['components'] as Record<string, Record<string, unknown>>
const paths = expandReferences(document)['paths'] as Record<string, Record<string, Operation>>
const operations = endpoints.flatMap((endpoint) =>
  Object.entries(paths[endpoint.path] ?? {}).flatMap(([method, operation]) => {
    const isIts = method === endpoint.method.toLowerCase() || (method === 'patch' && endpoint.method === 'PUT')
    return isIts ? { name: `${method.toUpperCase()} ${endpoint.path}`, endpoint, operation } : []
  }),
)

/** Each object and list without others in it is on one line if it fits. */
const onShortLines = (json: string) =>
  json.replace(/\{\n[^[\]{}]+\n\s*\}|\[\n[^[\]{}]+\n\s*\]/g, (part) => {
    const line = part.replace(/\s*\n\s*/g, ' ').replace(/^\[ | \]$/g, (end) => end.trim())
    return line.length <= 100 ? line : part
  })

/** The names of the values in a schema whose type is not described, after the name of what they are in. */
function untypedIn(schema: object, above: string, name: string): string[] {
  const { properties = {}, items, additionalProperties, anyOf = [], oneOf = [], ...rest } = schema as Untyped
  const parts = Object.entries({
    ...properties,
    ...(items && { items }),
    ...(additionalProperties && { additionalProperties }),
  })
  const branches = [...anyOf, ...oneOf]
  const isBare = rest.type === undefined || rest.type === 'object'
  if (isBare && parts.length + branches.length === 0 && !('const' in rest)) return [`${above}.${name}`]
  return [
    ...parts.flatMap(([part, each]) => untypedIn(each, name, part)),
    ...branches.flatMap((each) => untypedIn(each, above, name)),
  ]
}

interface Untyped {
  type?: unknown
  properties?: Record<string, object>
  items?: object
  additionalProperties?: object
  anyOf?: object[]
  oneOf?: object[]
}

describe('the OpenAPI document', () => {
  it('matches the committed snapshot; update it with: npx vitest run api/openapi.test.ts -u', async () => {
    await expect(`${onShortLines(JSON.stringify(document, null, 2))}\n`).toMatchFileSnapshot('./openapi.snapshot.json')
  })

  it('describes every endpoint', () => {
    for (const { path, method } of endpoints) expect(paths[path]?.[method.toLowerCase()]).toBeDefined()
  })

  it('shows no body for endpoints without one', () => {
    for (const { name, endpoint, operation } of operations) {
      expect(operation.requestBody !== undefined, name).toBe(endpoint.body !== undefined)
    }
  })

  it.each(operations.filter(({ operation }) => operation.requestBody?.content['application/json'] !== undefined))(
    '$name: shows an example body that the endpoint accepts',
    ({ endpoint, operation }) => {
      const shown = operation.requestBody?.content['application/json']?.example
      expect(endpoint.body?.safeParse(shown).error?.issues).toBeUndefined()
    },
  )

  it.each(operations)('$name: shows an example reply that matches its schema', ({ operation }) => {
    const shown = Object.entries(operation.responses).flatMap(([status, { content }]) =>
      Number(status) < 400 ? (content?.['application/json'] ?? []) : [],
    )
    for (const { schema, example } of shown) {
      expect(z.fromJSONSchema(schema).safeParse(example).error?.issues).toBeUndefined()
    }
  })

  it.each(operations)('$name: shows every error that it can return', ({ endpoint, operation }) => {
    const shown = Object.entries(operation.responses).flatMap(([status, { content }]) =>
      Object.entries(content?.['application/json']?.examples ?? {}).map(([code, { value }]) => {
        expect([errorStatus[code as ErrorCode], errorReply.parse(value).error.code]).toEqual([Number(status), code])
        return code
      }),
    )
    expect(shown).toEqual(expect.arrayContaining(['UNAUTHORIZED', 'INVALID_API_KEY', 'FORBIDDEN', 'INTERNAL_ERROR']))
    const own = [...(endpoint.errors ?? []), ...(endpoint.feature === undefined ? [] : ['FEATURE_DISABLED'])]
    expect(shown).toEqual(expect.arrayContaining(own))
  })

  it('gives every value in replies and events a type, except for values of any type', () => {
    const webhooks = expandReferences(document)['webhooks'] as Record<string, Record<string, Operation>>
    const shown = [
      ...operations.flatMap(({ operation }) =>
        Object.entries(operation.responses).flatMap(([status, reply]) => (Number(status) < 400 ? [reply] : [])),
      ),
      ...Object.values(webhooks).flatMap(({ post }) => post?.requestBody ?? []),
    ]
    const untyped = shown.flatMap(({ content }) => {
      const json = content?.['application/json']
      return json === undefined ? [] : untypedIn(json.schema, '', 'reply')
    })
    // The values of a field before and after a change.
    expect([...new Set(untyped)]).toEqual(['items.before', 'items.after'])
  })

  it('describes query parameters as clients write them', () => {
    const schemaOf = (name: string) =>
      operations.flatMap(({ operation }) => operation.parameters).find((each) => each.name === name)?.schema
    expect(schemaOf('deviceType')).toMatchObject({ anyOf: [{ type: 'string' }, { type: 'array' }] })
    expect(schemaOf('keep_short_url')).toEqual({ type: 'boolean', default: false })
    expect(schemaOf('only_trashed')).toEqual({ type: 'boolean' })
  })

  it('shows which bodies may be left out, and which replies can be 304', () => {
    const namesOf = (is: (operation: Operation) => boolean) =>
      operations.filter(({ operation }) => is(operation)).map(({ name }) => name)
    expect(namesOf(({ requestBody }) => requestBody?.required === false)).toEqual([
      'POST /imports/{id}/resume',
      'POST /url-ab-tests/{id}/complete',
      'POST /qr-ab-tests/{testId}/complete',
    ])
    expect(namesOf(({ responses }) => '304' in responses)).toEqual([
      'GET /qr-codes/{id}/image',
      'GET /qr-assets/{id}/image',
    ])
  })

  it('references each of its components by a valid name', () => {
    const { securitySchemes: _, ...referable } = components
    const names = Object.entries(referable).flatMap(([kind, named]) =>
      Object.keys(named).map((name) => `#/components/${kind}/${name}`),
    )
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target)
    expect(names.toSorted()).toEqual([...new Set(references)].toSorted())
    for (const name of names) expect(name.split('/').at(-1)).toMatch(/^[a-zA-Z0-9._-]+$/)
  })

  it('defines error replies and analytics filters once', () => {
    const shared = Object.keys(components['responses'] ?? {})
    expect(shared).toEqual(
      expect.arrayContaining(['BadRequest', 'UnauthorizedOrInvalidApiKey', 'NotFound', 'Conflict']),
    )
    expect(Object.keys(components['parameters'] ?? {})).toEqual(
      expect.arrayContaining(['Page', 'CountryCode', 'UtmSource']),
    )
    const written = document['paths'] as Record<string, Record<string, { parameters: object[]; responses: object }>>
    const repeatable = Object.values(written).flatMap((item) =>
      Object.values(item).flatMap(({ parameters, responses }) => [
        ...parameters,
        ...Object.entries(responses).flatMap(([status, reply]) => (Number(status) < 400 ? [] : [reply as object])),
      ]),
    )
    const inline = repeatable.filter((each) => !('$ref' in each)).map((each) => JSON.stringify(each))
    expect(inline).toEqual([...new Set(inline)])
  })

  it('has no default or example for Idempotency-Key, because two calls with the same value conflict', () => {
    const { schema, ...parameter } = { schema: {}, ...(components['parameters']?.['IdempotencyKey'] as object) }
    expect(schema).toEqual({ type: 'string', minLength: 1, maxLength: 255 })
    expect(Object.keys(parameter).sort()).toEqual(['description', 'in', 'name'])
  })

  it('gives every operation a unique id', () => {
    const names = operations.map(({ operation }) => operation.operationId)
    expect(new Set(names).size).toBe(names.length)
  })
})
