import { Overloaded } from '#core/api-error.ts'
import type { Log } from '#runtime/log.ts'

/** Password checks at once. Each takes 20 ms of a thread and 19 MiB. */
const mostAtOnce = 64
/** Limit for one network, so that a busy client leaves room for others. */
const mostOfOneNetwork = 8
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
  take(network: string, now: number): () => void {
    const taken = this.#taken.get(network) ?? 0
    if (taken >= mostOfOneNetwork || this.#allTaken >= mostAtOnce) throw this.#refuse(now)
    this.#taken.set(network, taken + 1)
    this.#allTaken += 1
    return () => this.#giveBack(network)
  }

  #giveBack(network: string): void {
    const left = (this.#taken.get(network) ?? 1) - 1
    if (left > 0) this.#taken.set(network, left)
    else this.#taken.delete(network)
    this.#allTaken -= 1
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
