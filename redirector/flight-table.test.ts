import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Flight, FlightTable } from './flight-table.ts'
import { keyHash } from './key-hash.ts'

const flightTo = (key: string): Flight<null> => ({
  key,
  value: Promise.resolve(null),
  outdated: false,
  next: undefined,
})

/** In one chain of the table, so that each place in a chain is deleted from. */
const crowded = Array.from({ length: 20_000 }, (_, index) => `key${index}`).filter((key) => keyHash(key) % 4_096 === 7)

describe('the table of flights', () => {
  it('holds what was added and not deleted, also where many share a chain', () => {
    expect(crowded.length).toBeGreaterThan(2)
    const key = fc.constantFrom(...crowded.slice(0, 5), 'a', 'b')
    fc.assert(
      fc.property(fc.array(key, { maxLength: 60 }), (keys) => {
        const table = new FlightTable<null>()
        const expected = new Map<string, Flight<null>>()
        for (const key of keys) {
          const flight = table.get(key)
          expect(flight).toBe(expected.get(key))
          if (flight === undefined) {
            const added = flightTo(key)
            table.add(added)
            expected.set(key, added)
          } else {
            table.delete(flight)
            expected.delete(key)
          }
          expect(table.size).toBe(expected.size)
          expect(new Set(table)).toEqual(new Set(expected.values()))
        }
      }),
    )
  })
})
