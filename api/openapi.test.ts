import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { errorReply } from '#schemas/envelope.ts'
import { type ErrorCode, errorStatus } from '#schemas/errors.ts'
import { endpoints } from './endpoints.ts'
import { describeApi } from './http/openapi.ts'

interface Shown {
  schema: Record<string, unknown>
  example?: unknown
  examples?: Record<string, { value: unknown }>
}
interface Operation {
  operationId: string
  requestBody?: { content: { 'application/json': Shown } }
  responses: Record<string, { content?: { 'application/json'?: Shown } }>
}

const document = describeApi(endpoints, 'http://localhost:3000')
const { schemas } = document['components'] as { schemas: Record<string, unknown> }
const paths = document['paths'] as Record<string, Record<string, Operation>>
const operations = endpoints.flatMap((endpoint) =>
  Object.entries(paths[endpoint.path] ?? {}).flatMap(([method, operation]) => {
    const isIts = method === endpoint.method.toLowerCase() || (method === 'patch' && endpoint.method === 'PUT')
    return isIts ? { name: `${method.toUpperCase()} ${endpoint.path}`, endpoint, operation } : []
  }),
)

describe('the OpenAPI document', () => {
  it('is the committed one; after a change that is meant: npx vitest run api/openapi.test.ts -u', async () => {
    await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot('./openapi.snapshot.json')
  })

  it('describes every endpoint', () => {
    for (const { path, method } of endpoints) expect(paths[path]?.[method.toLowerCase()]).toBeDefined()
  })

  it('shows no body where the endpoint takes none', () => {
    for (const { name, endpoint, operation } of operations) {
      expect(operation.requestBody !== undefined, name).toBe(endpoint.body !== undefined)
    }
  })

  it.each(operations.filter(({ operation }) => operation.requestBody !== undefined))(
    '$name: shows a body that the endpoint would take',
    ({ endpoint, operation }) => {
      const shown = operation.requestBody?.content['application/json'].example
      expect(endpoint.body?.safeParse(shown).error?.issues).toBeUndefined()
    },
  )

  it.each(operations)('$name: shows a reply as its schema has it', ({ operation }) => {
    const shown = Object.entries(operation.responses).flatMap(([status, { content }]) =>
      Number(status) < 400 ? (content?.['application/json'] ?? []) : [],
    )
    for (const { schema, example } of shown) {
      const text = JSON.stringify({ ...schema, $defs: schemas }).replaceAll('#/components/schemas/', '#/$defs/')
      expect(z.fromJSONSchema(JSON.parse(text)).safeParse(example).error?.issues).toBeUndefined()
    }
  })

  it.each(operations)('$name: shows every error that it may answer', ({ endpoint, operation }) => {
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

  it('has every schema that it refers to', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target ?? '')
    expect(references.length).toBeGreaterThan(5)
    for (const target of references) expect(Object.keys(schemas)).toContain(target.replace('#/components/schemas/', ''))
  })

  it('gives every operation a name of its own', () => {
    const names = operations.map(({ operation }) => operation.operationId)
    expect(new Set(names).size).toBe(names.length)
  })
})
