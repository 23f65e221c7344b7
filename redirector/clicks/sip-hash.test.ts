import { describe, expect, it } from 'vitest'
import { sipHash } from './sip-hash.ts'

/** The bytes 0, 1, 2 ... as words, like the test vectors of the reference implementation. */
const counting = (words: number) =>
  Uint32Array.from(
    { length: words },
    (_, word) => ((word * 4 + 3) << 24) | ((word * 4 + 2) << 16) | ((word * 4 + 1) << 8) | (word * 4),
  )

describe('sipHash', () => {
  it.each([
    [0, 0x726fdb47, 0xdd0e0e31],
    [1, 0x93f5f579, 0x9a932462],
    [2, 0x3f2acc7f, 0x57c29bdb],
  ])('matches the reference for %i words', (words, high, low) => {
    expect(sipHash(counting(4), counting(2 * words), words)).toEqual({ high, low })
  })

  it('reads no more words than specified', () => {
    expect(sipHash(counting(4), counting(20), 2)).toEqual(sipHash(counting(4), counting(4), 2))
  })
})
