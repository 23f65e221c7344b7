import { describe, expect, it } from 'vitest'
import { looksMinted, mintKey } from './key-format.ts'

describe('API keys', () => {
  it('are wm_, 30 base62 digits and a 6-digit checksum', () => {
    expect(mintKey()).toMatch(/^wm_[0-9A-Za-z]{36}$/)
    expect(new Set(Array.from({ length: 1000 }, mintKey)).size).toBe(1000)
  })

  it('contain the CRC32 of their secret part', () => {
    // In Python, binascii.crc32(b'0' * 30) = 2,011,552,642, which is 2C8GjS in base 62.
    expect(looksMinted(`wm_${'0'.repeat(30)}2C8GjS`)).toBe(true)
    expect(looksMinted(`wm_${'0'.repeat(30)}2C8GjT`)).toBe(false)
    for (let round = 0; round < 1000; round += 1) expect(looksMinted(mintKey())).toBe(true)
  })

  it('are distinguished from typos: changing any digit breaks the checksum', () => {
    const key = mintKey()
    for (let at = 3; at < key.length; at += 1) {
      const typo = `${key.slice(0, at)}${key[at] === 'x' ? 'y' : 'x'}${key.slice(at + 1)}`
      expect(looksMinted(typo)).toBe(false)
    }
  })

  it.each([
    '',
    'wm_',
    'abc',
    `wm_${'0'.repeat(35)}`,
    `wm_${'0'.repeat(37)}`,
    `xx_${'0'.repeat(36)}`,
    `wm_${'-'.repeat(36)}`,
  ])('do not include %j', (text) => {
    expect(looksMinted(text)).toBe(false)
  })
})
