import { Overloaded } from '#core/api-error.ts'
import { clientNetwork, widerNetwork } from '#core/visits/address.ts'
import type { Log } from '#runtime/log.ts'

/** Password checks at once. Each takes 20 ms of a thread and 19 MiB. */
const mostAtOnce = 64
/** Limit for one network, so that a busy client leaves room for others. */
const mostOfOneNetwork = 8
/** Limit for a /48 of IPv6, of which one client can have all networks. */
const mostOfWiderNetwork = 16
const warnEveryMs = 1_000

/** Room for password checks in this process. */
export class SignInRoom {
  readonly #log: Log
  readonly #taken = new Map<string, number>()
  #allTaken = 0
  #refused = 0
  #warnedAt = Number.NEGATIVE_INFINITY

  constructor(log: Log) {
    this.#log = log
  }

  /** Throws Overloaded if there is no room. Returns a function that frees the place. */
  take(address: string, now: number): () => void {
    const wider = widerNetwork(address)
    const networks = [
      { name: clientNetwork(address), most: mostOfOneNetwork },
      ...(wider === null ? [] : [{ name: wider, most: mostOfWiderNetwork }]),
    ]
    const isFull = networks.some(({ name, most }) => this.#takenOf(name) >= most)
    if (isFull || this.#allTaken >= mostAtOnce) throw this.#refuse(now)
    for (const { name } of networks) this.#taken.set(name, this.#takenOf(name) + 1)
    this.#allTaken += 1
    return () => {
      for (const { name } of networks) this.#giveBack(name)
      this.#allTaken -= 1
    }
  }

  #takenOf(network: string): number {
    return this.#taken.get(network) ?? 0
  }

  #giveBack(network: string): void {
    const left = this.#takenOf(network) - 1
    if (left > 0) this.#taken.set(network, left)
    else this.#taken.delete(network)
  }

  /** Limits the log, because a flood of sign-ins must not fill it. */
  #refuse(now: number): Overloaded {
    this.#refused += 1
    if (now - this.#warnedAt >= warnEveryMs) {
      this.#log.warn({ refused: this.#refused }, 'password checks were refused: too many at once')
      this.#refused = 0
      this.#warnedAt = now
    }
    return new Overloaded('Too many sign-ins at the same time. Try again in 2 seconds.')
  }
}
