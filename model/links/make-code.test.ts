import { expect, it } from 'vitest'
import { makeCode, makeCodes } from './make-code.ts'

/** Random numbers that spell the given text over and over. */
function spelling(text: string) {
  const alphabet = '346789ABCDEFGHJKLMNPQRTUVWXYabcdefghijkmnpqrtwxyz'
  const rolls = [...text].map((letter) => alphabet.indexOf(letter))
  let next = 0
  return () => rolls[next++ % rolls.length] ?? 0
}

it('generates slugs of seven characters that cannot be confused with each other', () => {
  const codes = Array.from({ length: 2_000 }, () => makeCode())
  for (const code of codes) expect(code).toMatch(/^[346789A-HJ-NP-RT-Ya-kmnpqrtw-z]{7}$/)
  expect(new Set(codes).size).toBe(2_000)
})

it('uses every character of its alphabet about equally often', () => {
  const counts = new Map<string, number>()
  for (let made = 0; made < 7_000; made++) {
    for (const letter of makeCode()) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  }
  expect(counts.size).toBe(49)
  for (const count of counts.values()) expect(count).toBeGreaterThan(700)
})

it('skips offensive words, also if they are spelled with digits', () => {
  expect(makeCode(7, spelling('f4gg3txaaaaaaa'))).toBe('aaaaaaa')
  expect(makeCode(7, spelling('XcNFUCKaaaaaaa'))).toBe('aaaaaaa')
})

it('throws if the random numbers are broken', () => {
  expect(() => makeCode(7, spelling('xyFUCKx'))).toThrow('in a row were refused')
})

it('generates slugs of the requested length', () => {
  expect([4, 12].map((length) => makeCode(length).length)).toEqual([4, 12])
})

it('generates many codes at once, and replaces only those that are refused', () => {
  const rude = makeCodes([7, 7, 7], spelling('aaaaaaaXcNFUCKbbbbbbbccccccc'))
  expect(rude).toEqual(['aaaaaaa', 'ccccccc', 'bbbbbbb'])
  expect(makeCodes([4, undefined, 12]).map(({ length }) => length)).toEqual([4, 7, 12])
  expect(makeCodes([])).toEqual([])
})
