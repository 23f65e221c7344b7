import { LRUCache } from 'lru-cache'
import { TextRing } from './text-ring.ts'
import { OverBudget, Unavailable, within } from './unavailable.ts'

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

/** A fetch of one key that has not ended yet. Visits that ask for the same key wait for it too. */
interface Flight<Value> {
  value: Promise<Value> | undefined
  /** The record changed since the fetch began. */
  outdated: boolean
}

interface Entry<Value> {
  value: Value
  fetchedAt: number
  freshUntil: number
}

/** What a fetch found, and the text that it can be read from again. */
export interface Fetched<Value> {
  value: Value
  text: string
}

/** Fetches the current value; rejects with Unavailable when no store answers. `isCurrent` turns false when it changes meanwhile. */
export type Fetch<Value> = (isCurrent: () => boolean) => Promise<Fetched<Value>>

interface Memory<Value> {
  /** Records that are visited again and again. */
  mostEntries: number
  /** Of all others. */
  mostTextBytes: number
  /** Of a text that came with a record. */
  read: (text: string) => Value
}

/**
 * Records in memory: one fetch per key at a time, dropped when they change, kept as a last resort while the stores are away.
 * A record is kept as its text, outside the heap, until it is visited again while it is believed: of the many links that
 * are visited now and then, objects would only be copied and marked by the garbage collector.
 */
export class RecordCache<Value> {
  readonly #entries: LRUCache<string, Entry<Value>>
  readonly #texts: TextRing
  readonly #read: (text: string) => Value
  readonly #flights = new Map<string, Flight<Value>>()

  constructor({ mostEntries, mostTextBytes, read }: Memory<Value>) {
    this.#entries = new LRUCache({ max: mostEntries })
    this.#texts = new TextRing(mostTextBytes)
    this.#read = read
  }

  /** The value if it is fresh. Wrapped, since a value may say that there is nothing. */
  peek(key: string, now: number): { value: Value } | undefined {
    const entry = this.#entries.get(key)
    if (entry !== undefined) return now < entry.freshUntil ? entry : undefined
    return this.#texts.hasCurrent(key, now - freshMs + 1) ? this.#keepEntry(key) : undefined
  }

  /** Whatever its age; undefined also when it was dropped meanwhile. */
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
      // A record dropped meanwhile is known to be wrong: the visit waits like one of a link that memory never had.
      if (known === undefined) return await loaded
      // The next visit may have all stores asked.
      if (isBounded) return known.value
      known.freshUntil = Date.now() + staleRetryMs
      return known.value
    }
  }

  /** The record changed. */
  drop(key: string): void {
    this.#entries.delete(key)
    this.#texts.delete(key)
    const flight = this.#flights.get(key)
    if (flight !== undefined) flight.outdated = true
  }

  /** Changes may have gone unheard: nothing is fresh now, and what is being fetched is fetched again. */
  expireAll(): void {
    for (const entry of this.#entries.values()) entry.freshUntil = 0
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
      // A Map that grows or shrinks leaves an old table behind, which can keep its flights alive until the next
      // collection of the whole heap. Without this line they keep their records too: 0.5 µs of a look-up.
      flight.value = undefined
    }
  }

  #isKnown(key: string, now: number): boolean {
    const since = now - staleMostMs
    const entry = this.#entries.get(key)
    return entry === undefined ? this.#texts.has(key, since) : entry.fetchedAt >= since
  }

  #remember(key: string, { value, text, at }: Fetched<Value> & { at: number }): void {
    if (this.#entries.has(key)) this.#entries.set(key, entryOf(value, at))
    else this.#texts.put(key, text, at)
  }

  /** From now on an object. */
  #keepEntry(key: string): Entry<Value> | undefined {
    const remembered = this.#texts.get(key)
    if (remembered === undefined) return undefined
    this.#texts.delete(key)
    const entry = entryOf(this.#read(remembered.text), remembered.at)
    this.#entries.set(key, entry)
    return entry
  }
}

const entryOf = <Value>(value: Value, at: number): Entry<Value> => ({ value, fetchedAt: at, freshUntil: at + freshMs })
