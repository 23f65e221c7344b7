import { canceled, tooManyQueries } from './errors.ts'

/** Limits the number of concurrent queries. Others wait in a queue of limited length. */
export class Admission {
  readonly #atOnce: number
  readonly #maxWaiting: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(atOnce: number, maxWaiting: number) {
    this.#atOnce = atOnce
    this.#maxWaiting = maxWaiting
  }

  async run<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    await this.#enter(signal)
    try {
      return await work()
    } finally {
      this.#leave()
    }
  }

  async #enter(signal: AbortSignal): Promise<void> {
    if (signal.aborted) throw canceled()
    if (this.#running < this.#atOnce) {
      this.#running += 1
      return
    }
    if (this.#waiting.length >= this.#maxWaiting) {
      throw tooManyQueries(`Too many queries: ${this.#running} are running and ${this.#waiting.length} are waiting.`)
    }
    await new Promise<void>((resolve, reject) => {
      const admit = () => {
        signal.removeEventListener('abort', giveUp)
        resolve()
      }
      const giveUp = () => {
        this.#waiting.splice(this.#waiting.indexOf(admit), 1)
        reject(canceled())
      }
      signal.addEventListener('abort', giveUp, { once: true })
      this.#waiting.push(admit)
    })
  }

  /** Passes the slot directly to the next query in the queue, so that no new query can overtake it. */
  #leave(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#running -= 1
    else next()
  }
}
