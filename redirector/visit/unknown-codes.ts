import { clientNetwork } from '#core/visits/address.ts'

/** Unknown codes a client may open in a minute: beyond that someone is guessing. */
const mostPerMinute = 120
const minuteMs = 60_000
/** For a client beyond that Postgres is asked this often: guesses stay cheap, and its next live link that Redis has lost is found. */
const askEveryMs = 1_000
/** Clients counted at once; when there are more, counting begins anew. */
const clientsMost = 50_000

/** Counts visits that led nowhere, per client, and forgets them every minute. */
export class UnknownCodes {
  readonly #counts = new Map<string, number>()
  /** When Postgres was last asked for a client that opened too many. */
  readonly #askedAt = new Map<string, number>()
  #spent = 0
  #minute = 0

  /** False while no address at all has opened too many: then nobody's needs to be read, which takes 0.8 µs. */
  someAreSpent(now: number): boolean {
    this.#turn(now)
    return this.#spent > 0
  }

  /** True once the address has opened too many. */
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

  /** Whether Postgres may be asked for an address that is spent. Then it is not again for a while. */
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
