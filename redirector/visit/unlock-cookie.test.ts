import { describe, expect, it } from 'vitest'
import { holdsUnlockCookie, writeUnlockCookie } from './unlock-cookie.ts'

const now = 1_700_000_000_000
const lock = { link: { link_id: '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b' }, password_hash: '$argon2id$one' }
const cookie = writeUnlockCookie(lock, { code: 'abc', secure: true, now })
const sent = `a=b; ${cookie.slice(0, cookie.indexOf(';'))}; c=d`

describe('the unlock cookie', () => {
  it('unlocks its link for an hour', () => {
    expect(holdsUnlockCookie(lock, sent, now)).toBe(true)
    expect(holdsUnlockCookie(lock, sent, now + 3_599_000)).toBe(true)
    expect(holdsUnlockCookie(lock, sent, now + 3_600_000)).toBe(false)
  })

  it('unlocks no other link, and nothing after the password changes', () => {
    expect(holdsUnlockCookie({ ...lock, link: { link_id: 'other' } }, sent, now)).toBe(false)
    expect(holdsUnlockCookie({ ...lock, password_hash: '$argon2id$two' }, sent, now)).toBe(false)
  })

  it('cannot be extended or forged', () => {
    const [, signature] = /\.([\w-]{43})/.exec(cookie) ?? []
    for (const forged of [
      `unlocked=${now / 1000 + 9_999}.${signature}`,
      `unlocked=1.${signature}`,
      'unlocked=99999999999.',
      `unlocked=99999999999.${'A'.repeat(43)}`,
      '',
    ]) {
      expect(holdsUnlockCookie(lock, forged, now)).toBe(false)
    }
  })

  it('is limited to the path of its link and hidden from scripts', () => {
    expect(cookie).toContain('; Path=/abc; Max-Age=3600; HttpOnly; SameSite=Lax; Secure')
    expect(writeUnlockCookie(lock, { code: 'abc', secure: false, now })).not.toContain('Secure')
  })
})
