import { describe, expect, it } from 'vitest'
import { endpoints } from './endpoints.ts'
import { describeApi } from './http/openapi.ts'

const document = describeApi(endpoints, 'http://localhost:3000')

describe('the OpenAPI document', () => {
  it('is the committed one; after a change that is meant: npx vitest run api/openapi.test.ts -u', async () => {
    await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot('./openapi.snapshot.json')
  })

  it('describes every endpoint', () => {
    const paths = document['paths'] as Record<string, Record<string, unknown>>
    for (const { path, method } of endpoints) expect(paths[path]?.[method.toLowerCase()]).toBeDefined()
  })

  it('shows a body for every POST that takes one, which the endpoint would take', () => {
    const posts = endpoints.filter(({ method, body }) => method === 'POST' && body !== undefined)
    expect(posts.length).toBeGreaterThan(5)
    for (const { path, body, example } of posts) {
      expect(example, path).toBeDefined()
      expect(body?.safeParse(example).error?.issues, path).toBeUndefined()
    }
  })

  it('has every schema that it refers to', () => {
    const { schemas } = document['components'] as { schemas: Record<string, unknown> }
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target ?? '')
    expect(references.length).toBeGreaterThan(5)
    for (const target of references) expect(Object.keys(schemas)).toContain(target.replace('#/components/schemas/', ''))
  })

  it('gives every operation a name of its own', () => {
    const paths = Object.values(document['paths'] as Record<string, Record<string, { operationId: string }>>)
    const names = paths.flatMap((item) => Object.values(item).map(({ operationId }) => operationId))
    expect(new Set(names).size).toBe(names.length)
  })
})
