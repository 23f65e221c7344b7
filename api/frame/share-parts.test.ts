import { expect, it } from 'vitest'
import { expandReferences } from '../../test/api/support/expand-references.ts'
import { shareParts } from './share-parts.ts'

const member = (description: string) => ({ type: 'string', description, minLength: 1, maxLength: 200 })
const address = {
  type: 'object',
  properties: {
    street: member('Street and number'),
    city: member('Without its postcode'),
    note: member('Note for the door'),
  },
  required: ['street', 'city'],
}
const person = (name: string, given: object) => ({
  type: 'object',
  properties: { name: member(name), home: given },
  required: ['name', 'home'],
})
const country = { name: 'countryCode', in: 'query', required: false, description: 'ISO', schema: { type: 'string' } }
const limit = (maximum: number) => ({
  name: 'limit',
  in: 'query',
  required: false,
  schema: { type: 'integer', minimum: 1, maximum },
})
const refusal = (codes: string) => ({
  description: codes,
  content: { 'application/json': { schema: { type: 'object' }, examples: { [codes]: { value: { success: false } } } } },
})
const operation = (parameters: object[], body: object, codes: string) => ({
  parameters,
  requestBody: { content: { 'application/json': { schema: body } } },
  responses: { 400: refusal(codes) },
})

function describe(operations: Record<string, object>) {
  const paths = Object.fromEntries(Object.entries(operations).map(([path, each]) => [path, { post: each }]))
  return shareParts({ paths, components: { schemas: {} } }) as {
    paths: Record<string, { post: ReturnType<typeof operation> }>
    components: Record<string, Record<string, unknown>>
  }
}

it('moves repeated parts to components with descriptive names', () => {
  const given = {
    '/customers': operation([country, limit(10)], person('A customer', address), 'BAD_REQUEST, INVALID_INPUT'),
    '/suppliers': operation([country, limit(20)], person('A supplier', address), 'BAD_REQUEST, INVALID_INPUT'),
  }
  const document = describe(given)
  expect(document.components).toEqual({
    parameters: { CountryCode: country },
    responses: { BadRequestOrInvalidInput: refusal('BAD_REQUEST, INVALID_INPUT') },
    schemas: { Home: address },
  })
  expect(document.paths['/suppliers']?.post).toEqual({
    parameters: [{ $ref: '#/components/parameters/CountryCode' }, limit(20)],
    requestBody: {
      content: {
        'application/json': { schema: person('A supplier', { $ref: '#/components/schemas/Home' }) },
      },
    },
    responses: { 400: { $ref: '#/components/responses/BadRequestOrInvalidInput' } },
  })
})

it('keeps the meaning of the document and does not modify its input', () => {
  const given = { one: operation([country], address, 'CONFLICT'), two: operation([country], address, 'CONFLICT') }
  const copy = structuredClone(given)
  const { paths } = expandReferences(describe(given)) as { paths: Record<string, { post: unknown }> }
  expect(Object.fromEntries(Object.entries(paths).map(([path, { post }]) => [path, post]))).toEqual(copy)
  expect(given).toEqual(copy)
})

it('recognizes equal parts regardless of member order', () => {
  const { schema, ...rest } = country
  const document = describe({
    one: operation([country], {}, 'CONFLICT'),
    two: operation([{ schema, ...rest }], {}, 'NOT_FOUND'),
  })
  expect(document.components['parameters']).toEqual({ CountryCode: country })
})

it('gives the plain name to the most used part and names the others after their location', () => {
  const paths = ['/a', '/b', '/c', '/web-hooks/{id}', '/web-hooks']
  const { components } = describe(
    Object.fromEntries(paths.map((path, at) => [path, operation([limit(at < 3 ? 100 : 5)], { at }, path)])),
  )
  expect(components['parameters']).toEqual({ Limit: limit(100), WebHooksLimit: limit(5) })
})

it('does not share enums or lists, which the reference page cannot show', () => {
  const events = { type: 'string', enum: Array.from({ length: 20 }, (_, at) => `event.${at}`) }
  const list = { type: 'array', items: events, minItems: 1, maxItems: 20 }
  const { paths, components } = describe({
    one: operation([], person('One', list), 'CONFLICT'),
    two: operation([], person('Two', list), 'NOT_FOUND'),
  })
  expect(components['schemas']).toEqual({})
  expect(paths['two']?.post.requestBody.content['application/json'].schema).toEqual(person('Two', list))
})
