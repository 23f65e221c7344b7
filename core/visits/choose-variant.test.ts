import { describe, expect, it } from 'vitest'
import { chooseVariant } from './choose-variant.ts'

const secret = '000102030405060708090a0b0c0d0e0f'

const testOf = (weights: readonly number[], key = secret) => ({
  secret: key,
  variants: weights.map((weight, index) => ({ id: `${index}`, url: `https://example.com/${index}`, weight })),
})

const visitorOf = (number: number) => ({
  address: `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`,
  user_agent: 'agent',
})

function countShares(weights: readonly number[], many: number): number[] {
  const test = testOf(weights)
  const counts = weights.map(() => 0)
  for (let number = 0; number < many; number++) {
    const place = Number(chooseVariant(test, visitorOf(number))?.id)
    counts[place] = (counts[place] ?? 0) + 1
  }
  return counts
}

describe('chooseVariant', () => {
  it.each([
    ['2 variants, equal', [50, 50], 200_000],
    ['2 variants, weighted', [90, 10], 1_000_000],
    ['3 variants, equal', [33.3333, 33.3333, 33.3333], 200_000],
    ['3 variants, weighted', [60, 30, 10], 200_000],
    ['10 variants, equal', Array.from({ length: 10 }, () => 10), 200_000],
    ['10 variants, weighted', [40, 20, 10, 8, 7, 5, 4, 3, 2, 1], 1_000_000],
  ])(
    'shares stay within 3 sigma of the weights: %s',
    (_, weights, visits) => {
      const sum = weights.reduce((total, weight) => total + weight, 0)
      const counts = countShares(weights, visits)
      expect(counts.reduce((total, count) => total + count, 0)).toBe(visits)
      for (const [index, weight] of weights.entries()) {
        const share = weight / sum
        const sigma = Math.sqrt(visits * share * (1 - share))
        expect(Math.abs((counts[index] ?? 0) - visits * share) / sigma, `variant ${index}`).toBeLessThan(3)
      }
    },
    60_000,
  )

  it('one visitor always sees one variant', () => {
    const test = testOf([60, 30, 10])
    for (let number = 0; number < 1_000; number++) {
      const seen = Array.from({ length: 5 }, () => chooseVariant(test, visitorOf(number))?.id)
      expect(new Set(seen).size).toBe(1)
    }
  })

  it('another secret splits the same visitors differently', () => {
    const [one, other] = [testOf([50, 50]), testOf([50, 50], 'ff'.repeat(16))]
    const same = Array.from({ length: 10_000 }, (_, number) => number).filter(
      (number) => chooseVariant(one, visitorOf(number))?.id === chooseVariant(other, visitorOf(number))?.id,
    ).length
    expect(same / 10_000).toBeGreaterThan(0.47)
    expect(same / 10_000).toBeLessThan(0.53)
  })

  it('a change of weights moves as few visitors as possible, and only to the variant that gains', () => {
    const [before, after] = [testOf([40, 30, 30]), testOf([60, 20, 20])]
    let moved = 0
    for (let number = 0; number < 100_000; number++) {
      const [from, to] = [chooseVariant(before, visitorOf(number))?.id, chooseVariant(after, visitorOf(number))?.id]
      if (from === to) continue
      moved++
      expect(to).toBe('0')
    }
    expect(Math.abs(moved / 100_000 - 0.2)).toBeLessThan(0.005)
  })

  it('a variant with weight 0 gets no visitors', () => {
    expect(countShares([100, 0], 10_000)).toEqual([10_000, 0])
    expect(chooseVariant(testOf([0, 0]), visitorOf(1))).toBeUndefined()
  })

  it('visitors with one IP address are told apart by their user agents', () => {
    const test = testOf([50, 50])
    const seen = Array.from({ length: 100 }, (_, number) =>
      chooseVariant(test, { address: '192.0.2.7', user_agent: `agent ${number}` }),
    )
    expect(new Set(seen.map((variant) => variant?.id)).size).toBe(2)
  })
})
