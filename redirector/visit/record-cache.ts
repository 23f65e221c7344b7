import { LRUCache } from 'lru-cache'
import { TextRing } from './text-ring.ts'
import { OverBudget, Unavailable, within } from './unavailable.ts'

/** How long a record in memory is fresh if changes may be missed: the longest time that this can have an effect. */
const freshMs = 2_000
/** How long it is fresh while every change is heard. */
const trustedMs = 30_000
/** While no store is available, records up to this age are served from memory. */
const staleMostMs = 600_000
/** How long a visit with a stale record waits for a new one, and how long no visit tries again after a failure. */
const staleWaitMs = 250
const staleRetryMs = 1_000
/** Maximum attempts to fetch a record that keeps changing. The last version is served but not cached. */
const fetchMostTimes = 3
/** Maximum number of concurrent fetches. */
const flightsMost = 10_000

/** The generation of records that were fetched before a gap. */
const outdated = -1

/** A pending fetch of one key. Other visits that need the same key wait for it too. */
interface Flight<Value> {
  value: Promise<Value> | undefined
  /** True if the record changed since the fetch started. */
  outdated: boolean
}

interface Entry<Value> {
  value: Value
  fetchedAt: number
  /** After a failed fetch, it is used until then. */
  retryAt: number
  /** A record of an earlier generation is not used: changes may have been missed since it was fetched. */
  generation: number
}

/** The result of a fetch, and the text from which it can be parsed again. */
export interface Fetched<Value> {
  value: Value
  text: string
}

/** Fetches the current value. Rejects with Unavailable if no store responds. `isCurrent` is false after a change. */
export type Fetch<Value> = (isCurrent: () => boolean) => Promise<Fetched<Value>>

interface Memory<Value> {
  /** Maximum number of frequently visited records. */
  mostEntries: number
  /** Maximum size of their texts. As objects, they take about three times as much. */
  mostEntryBytes: number
  /** Maximum size of all other records. */
  mostTextBytes: number
  /** Parses the text of a record. */
  read: (text: string) => Value
  trust: Trust
}

export interface Trust {
  /** Until this time in Unix milliseconds, records are fresh for `trustedMs`. */
  until: number
}

/**
 * Records in memory: one fetch per key at a time, dropped when they change, kept as a fallback while stores are down. A
 * record is kept as text outside the heap until it is visited again while fresh: for the many rarely visited links,
 * objects would only cost garbage collection time.
 */
export class RecordCache<Value> {
  readonly #entries: LRUCache<string, Entry<Value>>
  readonly #texts: TextRing
  readonly #read: (text: string) => Value
  readonly #trust: Trust
  #generation = 0
  readonly #flights = new Map<string, Flight<Value>>()

  constructor({ mostEntries, mostEntryBytes, mostTextBytes, read, trust }: Memory<Value>) {
    this.#entries = new LRUCache({ max: mostEntries, maxSize: mostEntryBytes })
    this.#texts = new TextRing(mostTextBytes)
    this.#read = read
    this.#trust = trust
  }

  /** The value if it is fresh. Wrapped in an object, since the value itself may be null. */
  peek(key: string, now: number): { value: Value } | undefined {
    const entry = this.#entries.get(key)
    const mostMs = now < this.#trust.until ? trustedMs : freshMs
    if (entry === undefined) return this.#texts.hasCurrent(key, now - mostMs + 1) ? this.#keepEntry(key) : undefined
    const isFresh = entry.generation === this.#generation && now < entry.fetchedAt + mostMs
    // After the clock was set back, the time to retry is far ahead.
    const isBeforeRetry = now < entry.retryAt && now >= entry.retryAt - staleRetryMs
    return isFresh || isBeforeRetry ? entry : undefined
  }

  /** The value regardless of its age; undefined if it was dropped. */
  lastSeen(key: string): Value | undefined {
    const entry = this.#entries.peek(key)
    if (entry !== undefined) return entry.value
    const remembered = this.#texts.get(key)
    return remembered && this.#read(remembered.text)
  }

  load(key: string, fetch: Fetch<Value>, now = Date.now()): Promise<Value> {
    const loaded = this.#flights.get(key)?.value ?? this.#takeOff(key, fetch, now)
    return this.#isKnown(key, now) ? this.#loadOr(key, loaded) : loaded
  }

  async #loadOr(key: string, loaded: Promise<Value>): Promise<Value> {
    try {
      return await within(staleWaitMs, loaded)
    } catch (error) {
      const isBounded = error instanceof OverBudget
      if (!isBounded && !(error instanceof Unavailable)) throw error
      const known = this.#entries.get(key) ?? this.#keepEntry(key)
      // The record was dropped, so it is known to be wrong: the visit waits for the fetch.
      if (known === undefined) return await loaded
      // The next visit may query all stores.
      if (isBounded) return known.value
      known.retryAt = Date.now() + staleRetryMs
      return known.value
    }
  }

  /** Drops a record that has changed. */
  drop(key: string): void {
    this.#entries.delete(key)
    this.#texts.delete(key)
    const flight = this.#flights.get(key)
    if (flight !== undefined) flight.outdated = true
  }

  /** Marks all records as stale and repeats pending fetches, since invalidations may have been missed. */
  expireAll(): void {
    this.#generation++
    this.#texts.expireAll()
    for (const flight of this.#flights.values()) flight.outdated = true
  }

  #takeOff(key: string, fetch: Fetch<Value>, now: number): Promise<Value> {
    if (this.#flights.size >= flightsMost) {
      return Promise.reject(new Unavailable('too many lookups at once'))
    }
    const flight: Flight<Value> = { value: undefined, outdated: false }
    this.#flights.set(key, flight)
    flight.value = this.#fetch(key, flight, fetch, now)
    return flight.value
  }

  async #fetch(key: string, flight: Flight<Value>, fetch: Fetch<Value>, now: number): Promise<Value> {
    try {
      for (let attempt = 1, startedAt = now; ; attempt++, startedAt = Date.now()) {
        flight.outdated = false
        const { value, text } = await fetch(() => !flight.outdated)
        if (!flight.outdated) this.#remember(key, { value, text, at: startedAt })
        if (!flight.outdated || attempt === fetchMostTimes) return value
      }
    } finally {
      this.#flights.delete(key)
      // A Map that grows or shrinks leaves an old table that keeps its flights alive until the next full garbage
      // collection. Without this line they keep their records too, which costs 0.5 µs per lookup.
      flight.value = undefined
    }
  }

  #isKnown(key: string, now: number): boolean {
    const since = now - staleMostMs
    const entry = this.#entries.get(key)
    return entry === undefined ? this.#texts.has(key, since) : entry.fetchedAt >= since
  }

  #remember(key: string, { value, text, at }: Fetched<Value> & { at: number }): void {
    if (this.#entries.has(key)) this.#keep(key, this.#entryOf(value, at), text)
    else this.#texts.put(key, text, at)
  }

  /** Turns a record kept as text into an object. */
  #keepEntry(key: string): Entry<Value> | undefined {
    const remembered = this.#texts.get(key)
    if (remembered === undefined) return undefined
    const isCurrent = this.#texts.hasCurrent(key, Number.NEGATIVE_INFINITY)
    this.#texts.delete(key)
    const entry = this.#entryOf(this.#read(remembered.text), remembered.at)
    if (!isCurrent) entry.generation = outdated
    this.#keep(key, entry, remembered.text)
    return entry
  }

  #keep(key: string, entry: Entry<Value>, text: string): void {
    this.#entries.set(key, entry, { size: text.length + 1 })
  }

  #entryOf(value: Value, at: number): Entry<Value> {
    return { value, fetchedAt: at, retryAt: 0, generation: this.#generation }
  }
}
