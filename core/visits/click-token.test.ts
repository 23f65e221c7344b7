import { createHash, createHmac, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { clickTokenKey, isSignedClickToken, readClickToken, signClickToken } from './click-token.ts'

const test = { id: '0190a0a0-1111-7222-8333-944444444444', secret: '00112233445566778899aabbccddeeff' }
const click_id = '0190b1b2-aaaa-7bbb-8ccc-dddddddd0007'
const key = clickTokenKey(test)

describe('a click token', () => {
  it('identifies a click, a test and a variant', () => {
    expect(readClickToken(signClickToken(key, click_id, 9))).toEqual({ click_id, test_id: test.id, place: 9 })
  })

  it('is short and URL-safe', () => {
    const token = signClickToken(key, click_id, 1)
    expect(token).toMatch(/^[A-Za-z0-9_-]{64}$/)
    expect(encodeURIComponent(token)).toBe(token)
  })

  it('is signed with HMAC-SHA-256 and a key derived from the secret of the test', () => {
    const derived = createHash('sha256').update(`click token\n${test.secret}`).digest()
    const bytes = Buffer.from(signClickToken(key, click_id, 2), 'base64url')
    const code = createHmac('sha256', derived).update(bytes.subarray(0, 33)).digest().subarray(0, 15)
    expect(bytes.subarray(33)).toEqual(code)
  })

  it('is accepted if it was signed for this test', () => {
    const tokens = Array.from({ length: 50 }, (_, place) => signClickToken(key, randomUUID(), place % 10))
    expect(tokens.every((token) => isSignedClickToken(clickTokenKey(test), token))).toBe(true)
  })

  it('is rejected if any character changes', () => {
    const token = signClickToken(key, click_id, 0)
    for (let index = 0; index < token.length; index++) {
      const other = token[index] === 'A' ? 'B' : 'A'
      const forged = token.slice(0, index) + other + token.slice(index + 1)
      expect(isSignedClickToken(key, forged), `${index}`).toBe(false)
    }
  })

  it('is rejected with the secret of another test, or with another id and the same secret', () => {
    const token = signClickToken(key, click_id, 0)
    expect(isSignedClickToken(clickTokenKey({ ...test, secret: 'ff'.repeat(16) }), token)).toBe(false)
    expect(isSignedClickToken(clickTokenKey({ ...test, id: randomUUID() }), token)).toBe(false)
  })
})

describe('a text that is not a token', () => {
  const token = signClickToken(key, click_id, 0)

  it.each([
    '',
    'x',
    click_id,
    token.slice(1),
    `${token}A`,
    `${token}\n`,
    token.replace(/.$/, '='),
    token.replace(/.$/, '+'),
    'ä'.repeat(64),
    `${token.slice(0, -1)}ä`,
    `${token}ä`,
  ])('cannot be read: %j', (text) => {
    expect(readClickToken(text)).toBeNull()
    expect(isSignedClickToken(key, text)).toBe(false)
  })
})
