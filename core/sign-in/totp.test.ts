import { describe, expect, it } from 'vitest'
import { codeOf, findStep, setupUrl, stepAt, toBase32 } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

/** RFC 6238, appendix B, of which the last six digits count. */
it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at second %i, the code is %s', (seconds, code) => {
  expect(codeOf(secret, stepAt(seconds * 1_000))).toBe(code)
})

/** RFC 4648, section 10. */
it.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['foobar', 'MZXW6YTBOI'],
])('"%s" is "%s" in base 32', (text, encoded) => {
  expect(toBase32(Buffer.from(text))).toBe(encoded)
})

describe('findStep', () => {
  const now = 1_700_000_000_000
  const find = (offset: number, last = 0) => findStep(secret, codeOf(secret, stepAt(now) + offset), { now, last })

  it.each([-1, 0, 1])('accepts a clock that is off by %i steps', (offset) => {
    expect(find(offset)).toBe(stepAt(now) + offset)
  })

  it.each([-2, 2])('rejects a clock that is off by %i steps', (offset) => {
    expect(find(offset)).toBeNull()
  })

  it('rejects a code that was used, and earlier ones', () => {
    expect(find(0, stepAt(now))).toBeNull()
    expect(find(-1, stepAt(now))).toBeNull()
    expect(find(1, stepAt(now))).toBe(stepAt(now) + 1)
  })
})

it('the setup URL escapes the email', () => {
  expect(setupUrl(secret, 'a&b@example.com')).toBe(
    'otpauth://totp/Waymark:a%26b%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Waymark',
  )
})
