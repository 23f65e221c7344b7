import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { check } from './problems.ts'

/** Each problem as "field message", with a leading ! if it is malformed. */
const told = (schema: z.ZodType, part: unknown) =>
  check(schema, part).problems.map(({ malformed, field, message }) => `${malformed ? '!' : ''}${field} ${message}`)

describe('malformed input', () => {
  it('is a missing field', () => {
    expect(told(z.strictObject({ name: z.string(), kind: z.enum(['a', 'b']) }), {})).toEqual([
      '!name is required',
      '!kind is required',
    ])
    expect(told(z.strictObject({}), undefined)).toEqual(['! is required'])
  })

  it('is a wrong JSON type', () => {
    const schema = z.object({ text: z.string(), number: z.int(), flag: z.boolean(), list: z.array(z.string()) })
    expect(told(schema, { text: 1, number: '1', flag: 'true', list: {} })).toEqual([
      '!text must be a string',
      '!number must be a number',
      '!flag must be true or false',
      '!list must be an array',
    ])
    expect(told(schema, [])).toEqual(['! must be an object'])
    expect(told(z.object({ kind: z.enum(['a', 'b']) }), { kind: 1 })).toEqual(['!kind must be one of a, b'])
    expect(told(z.object({ list: z.array(z.string()) }), { list: ['a', 1] })).toEqual(['!list.1 must be a string'])
  })

  it('is an unknown field, each named', () => {
    expect(told(z.strictObject({ inner: z.strictObject({}) }), { inner: { x: 1 }, y: 1, z: 1 })).toEqual([
      '!inner.x is not a known member',
      '!y is not a known member',
      '!z is not a known member',
    ])
  })
})

describe('well-formed but invalid input', () => {
  it('is a value of the right type that breaks a pattern, range or enum', () => {
    const schema = z.object({
      alias: z.string().min(3).max(50),
      weight: z.number().max(100),
      count: z.int(),
      kind: z.enum(['a', 'b']),
      id: z.uuid(),
      code: z.literal([301, 302]),
      at: z.iso.datetime(),
    })
    const wrong = { alias: 'ab', weight: 101, count: 1.5, kind: 'c', id: 'x', code: 303, at: 'soon' }
    expect(told(schema, wrong)).toEqual([
      'alias must have at least 3 characters',
      'weight must be at most 100',
      'count must be a whole number',
      'kind must be one of a, b',
      'id must be a UUID',
      'code must be one of 301, 302',
      'at must be an ISO 8601 instant',
    ])
  })

  it('is a value that breaks a cross-field rule, with the message of the schema', () => {
    const schema = z.object({ low: z.number(), high: z.number() }).refine(({ low, high }) => low < high, {
      path: ['high'],
      error: 'must be above low',
    })
    expect(told(schema, { low: 2, high: 1 })).toEqual(['high must be above low'])
  })
})

describe('a union', () => {
  const schema = z.object({ filter: z.union([z.string().max(3), z.array(z.string())]) })

  it('reports the branch whose types match', () => {
    expect(told(schema, { filter: 'long' })).toEqual(['filter must have at most 3 characters'])
  })

  it('otherwise reports the branch that matches at its root', () => {
    expect(told(schema, { filter: ['a', 1] })).toEqual(['!filter.1 must be a string'])
  })

  it('otherwise lists all allowed types', () => {
    expect(told(schema, { filter: 1 })).toEqual(['!filter must be a string or an array'])
    expect(told(schema, {})).toEqual(['!filter is required'])
  })

  it('treats the discriminator as an enum', () => {
    const tagged = z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a') }),
      z.object({ kind: z.literal('b'), size: z.number() }),
    ])
    expect(told(tagged, { kind: 'c' })).toEqual(['kind must be one of a, b'])
    expect(told(tagged, { kind: 1 })).toEqual(['!kind must be one of a, b'])
    expect(told(tagged, { kind: 'b' })).toEqual(['!size is required'])
  })
})
