import type { Dice } from '../guarantees/dice.ts'

const nested = (levels: number, wrap: (inner: unknown) => unknown): unknown => {
  let value: unknown = 1
  for (let level = 0; level < levels; level += 1) value = wrap(value)
  return value
}

export const oddTexts: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfffy',
  '\u202eright to left',
  'e\u0301\u0301\u0301',
  '\ufeff',
  'İSTANBUL',
  'ﬁ',
  '👩‍👩‍👧‍👦'.repeat(40),
  'a'.repeat(70_000),
  'é'.repeat(9_000),
  "' or 1=1 --",
  '{{7*7}}',
  '<script>alert(1)</script>',
  '%00%ff%zz',
  '../../../etc/passwd',
  '\r\nx-injected: 1',
  '__proto__',
  'constructor',
  'toString',
  'NaN',
  '1e400',
  '-0',
  'null',
  'all',
  '+275760-09-13T00:00:00.001Z',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+14:00',
  '2026-02-30T00:00:00Z',
  '9999-12-31T23:59:60Z',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '{00000000-0000-0000-0000-000000000000}',
  'javascript:alert(1)',
  'http://[::1]:0/',
  'https://example.com/\ud800',
  'https://user:secret@example.com:99999/',
  'https://xn--a.example/',
  `https://example.com/${'%61'.repeat(2_700)}`,
  `https://${'a.'.repeat(130)}example/`,
  'http://localhost:8080/loop',
  'Europe/Nowhere',
  'a,b,,-,--c',
  '127.0.0.1/0',
  '#GGGGGG',
  'data:image/png;base64,AAAA',
]

const oddNumbers = [0, -0, -1, 0.1, 1e308, -1e308, 2 ** 31, 2 ** 53, -(2 ** 63), Number.MIN_VALUE, 999_999_999_999]

/** A value of any type, often of the wrong one. */
export function oddValue(dice: Dice): unknown {
  const kinds: (() => unknown)[] = [
    () => dice.pick(oddTexts),
    () => dice.pick(oddNumbers),
    () => dice.pick([null, true, false, [], {}, [null], [[]], { id: null }]),
    () => Array.from({ length: dice.pick([2, 100, 5_000]) }, (_, index) => dice.pick(['x', index, null])),
    () => Object.fromEntries(Array.from({ length: dice.pick([3, 2_000]) }, (_, index) => [`member${index}`, index])),
    () => nested(dice.pick([10, 90, 1_000]), dice.pick([(inner) => [inner], (inner) => ({ inner })])),
    () => ({ length: 1e9 }),
  ]
  return dice.pick(kinds)()
}

/** Bodies that are not the JSON that a program would write. */
export const oddBodies: readonly (string | Buffer)[] = [
  '{',
  '[',
  '"',
  'null',
  'true',
  '0',
  '""',
  '[]',
  '{}',
  '{"url":1,"url":2,"url":"https://example.com"}',
  '{"__proto__":{"admin":true}}',
  '{"\\u005f_proto__":1}',
  '{"constructor":{"prototype":{"x":1}}}',
  '1e400',
  `{"limit":${'9'.repeat(5_000)}}`,
  `{"a":"${'\\u0000'.repeat(8_000)}"}`,
  '['.repeat(60_000),
  '{"a":'.repeat(12_000),
  `[${'[],'.repeat(20_000)}[]]`,
  `{${Array.from({ length: 5_000 }, (_, index) => `"m${index}":${index}`).join()}}`,
  '\ufeff{}',
  '{"url":"https://example.com"}garbage',
  '{"url":"\\ud800"}',
  "{'url':'x'}",
  '{"url":"https://example.com",}',
  'url=https%3A%2F%2Fexample.com&url=2',
  Buffer.from([0xff, 0xfe, 0x7b, 0x7d]),
  Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xc3, 0x28, 0x80]), Buffer.from('"}')]),
  Buffer.alloc(70_000, 0x20),
  Buffer.alloc(300_000, 0x7b),
]

export const oddTypes: readonly string[] = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/json;;;=',
  'application/xml',
  'APPLICATION/JSON',
  'application/problem+json',
  '',
  'x'.repeat(2_000),
]
