import { describe, expect, it } from 'vitest'
import { ApiError } from '#core/api-error.ts'
import { parseJson } from './json-body.ts'

const parse = (text: string | Buffer) => parseJson(Buffer.from(text))

function detailsOf(text: string | Buffer): unknown {
  try {
    parse(text)
  } catch (error) {
    if (error instanceof ApiError) return error.details
    throw error
  }
  return undefined
}

describe('a JSON body', () => {
  it('parses to its value, with or without a byte order mark', () => {
    const body = { text: 'caf\u00e9 \ud83c\udf31 \ufffd', list: [1, { deep: null }] }
    expect(parse(JSON.stringify(body))).toEqual(body)
    expect(parse(`\ufeff${JSON.stringify(body)}`)).toEqual(body)
    expect(parse('null')).toBeNull()
  })

  it('allows at most 100 levels of nesting', () => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const nested = (levels: number) => `${open.repeat(levels)}1${close.repeat(levels)}`
      expect(detailsOf(nested(100))).toBeUndefined()
      expect(detailsOf(nested(101))).toBe('The request body must have at most 100 levels of nesting.')
    }
  })

  it('allows any number of brackets next to each other and inside strings', () => {
    for (const body of [
      Array.from({ length: 300 }, () => [{}]),
      ['['.repeat(300)],
      [`\\"${'{'.repeat(300)}\\`, '['.repeat(300)],
    ]) {
      expect(parse(JSON.stringify(body))).toEqual(body)
    }
  })

  it('rejects prototype names in any spelling', () => {
    for (const name of ['__proto__', 'constructor', '\\u005f_proto__', '__prot\\u006F__', '\\u0063onstructor']) {
      expect(detailsOf(`[1, {"a": {"${name}" : {"prototype": 1}}}]`)).toMatch(/__proto__ or constructor/)
    }
    expect(parse('["__proto__", "\\"constructor\\":"]')).toEqual(['__proto__', '"constructor":'])
  })

  it('rejects invalid UTF-8 and invalid JSON', () => {
    expect(detailsOf(Buffer.from('{"name":"\xff\xfe"}', 'latin1'))).toBe('The request body must be valid UTF-8.')
    expect(detailsOf('{')).toBe('The request body must be valid JSON.')
  })
})

const members = 1_000_000

it.each([
  ['numbers', `[${'0,'.repeat(members)}0]`],
  ['numbers and a suspicious name', `[{"constructo\\u0072s":1},${'0,'.repeat(members)}0]`],
  ['numbers and a forbidden name', `[{"a":{"constructor":1}},${'0,'.repeat(members)}0]`],
  ['objects', `[${'{"a":1},'.repeat(members / 4)}0]`],
])('a large flat body of %s costs little more than JSON.parse', (_what, text) => {
  const body = Buffer.from(text)
  const alone = leastCpu(() => JSON.parse(body.toString()))
  const whole = leastCpu(() => detailsOf(body))
  expect(whole / alone).toBeLessThan(3)
})

/** CPU time in microseconds: the fastest of several rounds, which other load on the machine disturbs least. */
function leastCpu(work: () => unknown): number {
  const rounds = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    return user + system
  })
  return Math.min(...rounds)
}
