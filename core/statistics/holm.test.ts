import { describe, expect, it } from 'vitest'
import { adjustHolm } from './holm.ts'

describe("Holm's correction", () => {
  it('multiplies the smallest p-value by their number, the next by one less, and so on', () => {
    expect(adjustHolm([0.04, 0.01, 0.03])).toEqual([0.06, 0.03, 0.06])
  })

  it('leaves a single p-value unchanged', () => {
    expect(adjustHolm([0.04])).toEqual([0.04])
  })

  it('keeps the order of p-values and never exceeds 1', () => {
    expect(adjustHolm([0.3, 0.02, 0.021])).toEqual([0.3, 0.06, 0.06])
    expect(adjustHolm([0.9, 0.8])).toEqual([1, 1])
  })
})
