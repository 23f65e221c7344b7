import type { LRUCache } from 'lru-cache'
import { Unavailable } from './unavailable.ts'

/** A record in memory is believed this long without a word from Redis: the longest that a lost invalidation can show. */
const freshMs = 2_000
/** A record that is served for want of a new one is believed this long. */
const staleRetryMs = 1_000
/** A record that changes under every attempt to fetch it is served as last seen, and not kept. */
const fetchMostTimes = 3

export interface Entry<Value> {
  value: Value
  fetchedAt: number
  freshUntil: number
}

export interface Memory<Value> {
  entries: LRUCache<string, Entry<Value>>
  /** One per key at a time. */
  flights: Map<string, Flight<Value>>
}

/** Who waits for a record: hears of one of the two, once, and throws nothing. */
export interface Waiter<Value> {
  /** In Unix milliseconds: then it is told that no store could tell. */
  readonly deadline: number
  found(value: Value): void
  failed(error: unknown): void
}

/** Asks for the current value and tells the flight of it, or fails it with Unavailable when no store answers. */
export type Fetch<Value> = (flight: Flight<Value>) => void

interface Waiting<Value> {
  waiter: Waiter<Value>
  /** A record that the waiter takes if there is no new one by `until`. */
  old: Entry<Value> | undefined
  until: number
}

/** One key being fetched, and all who wait for it. They are called back: promises and timers for each were a tenth of a visit. */
export class Flight<Value> {
  /** False once the record has changed since it was asked for. */
  isCurrent = true
  readonly #memory: Memory<Value>
  readonly #key: string
  readonly #fetch: Fetch<Value>
  #waiting: Waiting<Value>[] = []
  #attempts = 0
  #startedAt = 0

  constructor(memory: Memory<Value>, key: string, fetch: Fetch<Value>) {
    this.#memory = memory
    this.#key = key
    this.#fetch = fetch
  }

  join(waiting: Waiting<Value>): void {
    this.#waiting.push(waiting)
  }

  start(now: number): void {
    this.isCurrent = true
    this.#attempts++
    this.#startedAt = now
    this.#fetch(this)
  }

  found(value: Value): void {
    if (!this.isCurrent && this.#attempts < fetchMostTimes) return this.start(Date.now())
    if (this.isCurrent) {
      const fetchedAt = this.#startedAt
      this.#memory.entries.set(this.#key, { value, fetchedAt, freshUntil: fetchedAt + freshMs })
    }
    this.#memory.flights.delete(this.#key)
    for (const { waiter } of this.#waiting) waiter.found(value)
  }

  failed(error: unknown): void {
    this.#memory.flights.delete(this.#key)
    const now = Date.now()
    for (const waiting of this.#waiting) {
      if (!(error instanceof Unavailable && this.#serveOld(waiting, now))) waiting.waiter.failed(error)
    }
  }

  /** Nobody waits longer than they want to. */
  dismissLate(now: number): void {
    if (this.#waiting.some(({ until }) => until <= now)) {
      this.#waiting = this.#waiting.filter((waiting) => waiting.until > now || !this.#dismiss(waiting, now))
    }
  }

  #dismiss(waiting: Waiting<Value>, now: number): boolean {
    if (this.#serveOld(waiting, now)) return true
    const { waiter } = waiting
    waiting.old = undefined
    waiting.until = waiter.deadline
    if (now < waiter.deadline) return false
    waiter.failed(new Unavailable('no store answered in time'))
    return true
  }

  /** A record dropped meanwhile is known to be wrong: then the visit waits like one of a link that memory never had. */
  #serveOld({ waiter, old }: Waiting<Value>, now: number): boolean {
    if (old === undefined || this.#memory.entries.peek(this.#key) !== old) return false
    old.freshUntil = now + staleRetryMs
    waiter.found(old.value)
    return true
  }
}
