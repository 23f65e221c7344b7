import { LRUCache } from 'lru-cache'
import { Unavailable, within } from './unavailable.ts'

/** A record in memory is believed this long without a word from Redis: the longest that a lost invalidation can show. */
const freshMs = 2_000
/** While no store answers, memory serves what it has up to this age. */
const staleMostMs = 600_000
/** A visit with an old record at hand waits this long for a new one, and so long no other visit asks for it. */
const staleWaitMs = 250
const staleRetryMs = 1_000
/** A record that changes under every attempt to fetch it is served as last seen, and not kept. */
const fetchMostTimes = 3
/** Keys being fetched at once. */
const flightsMost = 10_000

interface Entry<Value> {
  value: Value
  fetchedAt: number
  freshUntil: number
}

interface Flight<Value> {
  value: Promise<Value>
  /** The record changed since the fetch began. */
  outdated: boolean
}

/** Fetches the current value; rejects with Unavailable when no store answers. `isCurrent` turns false when it changes meanwhile. */
export type Fetch<Value> = (isCurrent: () => boolean) => Promise<Value>

/** Records in memory: one fetch per key at a time, dropped when they change, kept as a last resort while the stores are away. */
export class RecordCache<Value> {
  readonly #entries: LRUCache<string, Entry<Value>>
  readonly #flights = new Map<string, Flight<Value>>()

  constructor(mostEntries: number) {
    this.#entries = new LRUCache({ max: mostEntries })
  }

  /** The value if it is fresh. Wrapped, since a value may say that there is nothing. */
  peek(key: string, now: number): { value: Value } | undefined {
    const entry = this.#entries.get(key)
    return entry !== undefined && now < entry.freshUntil ? entry : undefined
  }

  /** Whatever its age; undefined also when it was dropped meanwhile. */
  lastSeen(key: string): Value | undefined {
    return this.#entries.peek(key)?.value
  }

  load(key: string, fetch: Fetch<Value>): Promise<Value> {
    const flight = this.#flights.get(key) ?? this.#takeOff(key, fetch)
    const known = this.#entries.get(key)
    if (known === undefined || Date.now() - known.fetchedAt > staleMostMs) return flight.value
    return this.#loadOr(known, key, flight.value)
  }

  async #loadOr(known: Entry<Value>, key: string, loaded: Promise<Value>): Promise<Value> {
    try {
      return await within(staleWaitMs, loaded)
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
      // A record dropped meanwhile is known to be wrong: the visit waits like one of a link that memory never had.
      if (this.#entries.peek(key) !== known) return await loaded
      known.freshUntil = Date.now() + staleRetryMs
      return known.value
    }
  }

  /** The record changed. */
  drop(key: string): void {
    this.#entries.delete(key)
    const flight = this.#flights.get(key)
    if (flight !== undefined) flight.outdated = true
  }

  /** Changes may have gone unheard: nothing is fresh now, and what is being fetched is fetched again. */
  expireAll(): void {
    for (const entry of this.#entries.values()) entry.freshUntil = 0
    for (const flight of this.#flights.values()) flight.outdated = true
  }

  #takeOff(key: string, fetch: Fetch<Value>): Flight<Value> {
    if (this.#flights.size >= flightsMost) {
      return { outdated: false, value: Promise.reject(new Unavailable('too many lookups at once')) }
    }
    const flight: Flight<Value> = { outdated: false, value: Promise.resolve() as Promise<never> }
    this.#flights.set(key, flight)
    flight.value = this.#fetch(key, flight, fetch)
    return flight
  }

  async #fetch(key: string, flight: Flight<Value>, fetch: Fetch<Value>): Promise<Value> {
    try {
      for (let attempt = 1; ; attempt++) {
        flight.outdated = false
        const startedAt = Date.now()
        const value = await fetch(() => !flight.outdated)
        if (!flight.outdated) this.#entries.set(key, { value, fetchedAt: startedAt, freshUntil: startedAt + freshMs })
        if (!flight.outdated || attempt === fetchMostTimes) return value
      }
    } finally {
      this.#flights.delete(key)
    }
  }
}
