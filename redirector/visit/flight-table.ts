import { keyHash } from './key-hash.ts'

const chains = 4_096

/** What is being fetched for a key. */
export interface Flight<Value> {
  readonly key: string
  value: Promise<Value>
  /** The record changed since the fetch began. */
  outdated: boolean
  /** In the same chain. */
  next: Flight<Value> | undefined
}

/**
 * Flights by key. A Map that is filled and emptied all the time gets a new table with every few dozen keys, and an old
 * table points to the next one and to all that it held: once one of them has grown old, the garbage collector takes
 * all later flights and their records for alive until it goes over the whole heap.
 */
export class FlightTable<Value> {
  size = 0
  readonly #chains = Array.from<Flight<Value> | undefined>({ length: chains })

  get(key: string): Flight<Value> | undefined {
    let flight = this.#chains[chainOf(key)]
    while (flight !== undefined && flight.key !== key) flight = flight.next
    return flight
  }

  /** There is none of its key. */
  add(flight: Flight<Value>): void {
    const chain = chainOf(flight.key)
    flight.next = this.#chains[chain]
    this.#chains[chain] = flight
    this.size++
  }

  /** It is there. */
  delete(flight: Flight<Value>): void {
    const chain = chainOf(flight.key)
    let before = this.#chains[chain]
    if (before === flight) {
      this.#chains[chain] = flight.next
    } else {
      while (before !== undefined && before.next !== flight) before = before.next
      if (before !== undefined) before.next = flight.next
    }
    flight.next = undefined
    this.size--
  }

  *[Symbol.iterator](): Generator<Flight<Value>> {
    for (const first of this.#chains) for (let flight = first; flight !== undefined; flight = flight.next) yield flight
  }
}

const chainOf = (key: string): number => keyHash(key) & (chains - 1)
