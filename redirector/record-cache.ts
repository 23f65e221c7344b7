import { LRUCache } from 'lru-cache'
import { type Fetch, Flight, type Memory, type Waiter } from './flight.ts'
import { Unavailable } from './unavailable.ts'

/** While no store answers, memory serves what it has up to this age. */
const staleMostMs = 600_000
/** A visit with an old record at hand waits this long for a new one, and so long no other visit asks for it. */
const staleWaitMs = 250
/** Keys being fetched at once. */
const flightsMost = 10_000
/** Between two looks at who has waited long enough: one timer for all. */
const sweepMs = 50

/** Records in memory: one fetch per key at a time, dropped when they change, kept as a last resort while the stores are away. */
export class RecordCache<Value> {
  readonly #memory: Memory<Value>
  #isSweeping = false

  constructor(mostEntries: number) {
    this.#memory = { entries: new LRUCache({ max: mostEntries }), flights: new Map() }
  }

  /** The value if it is fresh. Wrapped, since a value may say that there is nothing. */
  peek(key: string, now: number): { value: Value } | undefined {
    const entry = this.#memory.entries.get(key)
    return entry !== undefined && now < entry.freshUntil ? entry : undefined
  }

  /** Whatever its age; undefined also when it was dropped meanwhile. */
  lastSeen(key: string): Value | undefined {
    return this.#memory.entries.peek(key)?.value
  }

  /** Tells the waiter at once, or later; that it failed with Unavailable when no store can tell. */
  load(key: string, now: number, fetch: Fetch<Value>, waiter: Waiter<Value>): void {
    const known = this.#memory.entries.get(key)
    const old = known !== undefined && now - known.fetchedAt <= staleMostMs ? known : undefined
    const until = old === undefined ? waiter.deadline : Math.min(now + staleWaitMs, waiter.deadline)
    const underWay = this.#memory.flights.get(key)
    const flight = underWay ?? new Flight(this.#memory, key, fetch)
    flight.join({ waiter, old, until })
    if (underWay === undefined) this.#start(key, flight, now)
  }

  /** The record changed. */
  drop(key: string): void {
    this.#memory.entries.delete(key)
    const flight = this.#memory.flights.get(key)
    if (flight !== undefined) flight.isCurrent = false
  }

  /** Changes may have gone unheard: nothing is fresh now, and what is being fetched is fetched again. */
  expireAll(): void {
    for (const entry of this.#memory.entries.values()) entry.freshUntil = 0
    for (const flight of this.#memory.flights.values()) flight.isCurrent = false
  }

  #start(key: string, flight: Flight<Value>, now: number): void {
    const { flights } = this.#memory
    if (flights.size >= flightsMost) return flight.failed(new Unavailable('too many lookups at once'))
    flights.set(key, flight)
    flight.start(now)
    if (!this.#isSweeping) this.#sweepLater()
  }

  #sweepLater(): void {
    this.#isSweeping = this.#memory.flights.size > 0
    if (this.#isSweeping) setTimeout(() => this.#sweep(), sweepMs)
  }

  #sweep(): void {
    const now = Date.now()
    for (const flight of this.#memory.flights.values()) flight.dismissLate(now)
    this.#sweepLater()
  }
}
