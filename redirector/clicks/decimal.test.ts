import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decimal } from './decimal.ts'

it('spells two halves of 32 bits as BigInt does', () => {
  const half = fc.oneof(
    fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    fc.integer({ min: 0, max: 5_000_000 }),
    fc.constantFrom(0, 1, 99_999_999, 2 ** 32 - 1),
  )
  fc.assert(
    fc.property(half, half, (high, low) => {
      expect(decimal(high, low)).toBe(String((BigInt(high) << 32n) | BigInt(low)))
    }),
    { numRuns: 1_000 },
  )
})
