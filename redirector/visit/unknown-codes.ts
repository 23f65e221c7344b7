import { clientNetwork } from '#core/visits/address.ts'

/** Unknown codes a client may open per minute. More than that is guessing. */
const mostPerMinute = 120
const minuteMs = 60_000
/** How often a client over the limit may query Postgres: guesses stay cheap, and live links missing in Redis are found. */
const askEveryMs = 1_000
/** Maximum number of clients counted. Counting restarts when it is exceeded. */
const clientsMost = 50_000

/** Counts visits to unknown codes per client and minute. */
export class UnknownCodes {
  readonly #counts = new Map<string, number>()
  /** Time of the last Postgres query for each client over the limit. */
  readonly #askedAt = new Map<string, number>()
  #spent = 0
  #minute = 0

  /** False if no client is over the limit: then reading the visitor's IP address can be skipped, which takes 0.8 µs. */
  someAreSpent(now: number): boolean {
    this.#turn(now)
    return this.#spent > 0
  }

  /** True if this IP address is over the limit. */
  isSpent(address: string, now: number): boolean {
    this.#turn(now)
    return (this.#counts.get(clientNetwork(address)) ?? 0) >= mostPerMinute
  }

  count(address: string, now: number): void {
    this.#turn(now)
    if (this.#counts.size >= clientsMost) this.#clear()
    const client = clientNetwork(address)
    const count = (this.#counts.get(client) ?? 0) + 1
    this.#counts.set(client, count)
    if (count === mostPerMinute) this.#spent++
  }

  /** Takes the permission to query Postgres for an IP address over the limit, available once per interval. */
  takeAsk(address: string, now: number): boolean {
    this.#turn(now)
    const client = clientNetwork(address)
    const askedAt = this.#askedAt.get(client)
    if (askedAt !== undefined && now - askedAt < askEveryMs) return false
    this.#askedAt.set(client, now)
    return true
  }

  #turn(now: number): void {
    const minute = Math.floor(now / minuteMs)
    if (minute === this.#minute) return
    this.#minute = minute
    this.#clear()
  }

  #clear(): void {
    this.#counts.clear()
    this.#askedAt.clear()
    this.#spent = 0
  }
}
