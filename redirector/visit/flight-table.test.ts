import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
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

  it('lets go of what is over, also when the table itself has grown old', () => {
    const flights = 50_000
    const bytesEach = 800
    const table = new FlightTable<null>()
    collectAll()
    const before = oldBytes()
    let most = 0
    for (let index = 0; index < flights; index++) {
      const flight = Object.assign(flightTo(`key${index}`), {
        held: Array.from({ length: bytesEach / 8 }, () => index),
      })
      table.add(flight)
      // As the whole heap is gone over now and then: what is under way is among the old objects then.
      if (index === 500) collectAll()
      for (const over of index % 64 === 0 ? [...table] : []) table.delete(over)
      if (index % 1_000 === 0) most = Math.max(most, oldBytes() - before)
    }
    expect(most).toBeLessThan((flights * bytesEach) / 4)
  })
})

setFlagsFromString('--expose-gc')
const collectAll = runInNewContext('gc') as () => void
const oldBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0
