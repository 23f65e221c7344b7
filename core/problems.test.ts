import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { check } from './problems.ts'

/** Each problem as "field message"; ! marks a malformed one. */
const told = (schema: z.ZodType, part: unknown) =>
  check(schema, part).problems.map(({ malformed, field, message }) => `${malformed ? '!' : ''}${field} ${message}`)

describe('malformed input', () => {
  it('a missing field', () => {
    expect(told(z.strictObject({ name: z.string(), kind: z.enum(['a', 'b']) }), {})).toEqual([
      '!name Required.',
      '!kind Required.',
    ])
    expect(told(z.strictObject({}), undefined)).toEqual(['! Required.'])
  })

  it('a field of the wrong JSON type', () => {
    const schema = z.object({ text: z.string(), number: z.int(), flag: z.boolean(), list: z.array(z.string()) })
    expect(told(schema, { text: 1, number: '1', flag: 'true', list: {} })).toEqual([
      '!text Must be a string.',
      '!number Must be a number.',
      '!flag Must be true or false.',
      '!list Must be an array.',
    ])
    expect(told(schema, [])).toEqual(['! Must be an object.'])
    expect(told(z.object({ kind: z.enum(['a', 'b']) }), { kind: 1 })).toEqual(['!kind Must be one of a, b.'])
    expect(told(z.object({ list: z.array(z.string()) }), { list: ['a', 1] })).toEqual(['!list.1 Must be a string.'])
  })

  it('each unknown member', () => {
    expect(told(z.strictObject({ inner: z.strictObject({}) }), { inner: { x: 1 }, y: 1, z: 1 })).toEqual([
      '!inner.x Unknown field.',
      '!y Unknown field.',
      '!z Unknown field.',
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
      'alias Must be at least 3 characters.',
      'weight Must be at most 100.',
      'count Must be a whole number.',
      'kind Must be one of a, b.',
      'id Must be a UUID.',
      'code Must be one of 301, 302.',
      'at Use an ISO 8601 date and time with a time zone, such as 2026-11-30T09:00:00Z.',
    ])
  })

  it('a value that breaks a rule across fields, with the message of the schema', () => {
    const schema = z.object({ low: z.number(), high: z.number() }).refine(({ low, high }) => low < high, {
      path: ['high'],
      error: 'Must be above low.',
    })
    expect(told(schema, { low: 2, high: 1 })).toEqual(['high Must be above low.'])
  })
})

describe('the problems of a union are', () => {
  const schema = z.object({ filter: z.union([z.string().max(3), z.array(z.string())]) })

  it('those of the branch whose types fit', () => {
    expect(told(schema, { filter: 'long' })).toEqual(['filter Must be at most 3 characters.'])
  })

  it('otherwise those of the branch that fits at its root', () => {
    expect(told(schema, { filter: ['a', 1] })).toEqual(['!filter.1 Must be a string.'])
  })

  it('otherwise one that lists every allowed type', () => {
    expect(told(schema, { filter: 1 })).toEqual(['!filter Must be a string or an array.'])
    expect(told(schema, {})).toEqual(['!filter Required.'])
  })

  it('the sentence of the union itself if it has one', () => {
    const own = z.object({ at: z.union([z.iso.datetime(), z.iso.date()], { error: 'Use a date.' }) })
    expect(told(own, { at: 'soon' })).toEqual(['at Use a date.'])
    expect(told(own, { at: 1 })).toEqual(['!at Use a date.'])
    expect(told(own, {})).toEqual(['!at Required.'])
  })

  it('those of an enum for the discriminator', () => {
    const tagged = z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a') }),
      z.object({ kind: z.literal('b'), size: z.number() }),
    ])
    expect(told(tagged, { kind: 'c' })).toEqual(['kind Must be one of a, b.'])
    expect(told(tagged, { kind: 1 })).toEqual(['!kind Must be one of a, b.'])
    expect(told(tagged, { kind: 'b' })).toEqual(['!size Required.'])
  })
})
