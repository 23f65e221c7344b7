import { cancelled, tooManyQueries } from './errors.ts'

/** Lets a fixed number of queries run at once; others wait in line, and the line is bounded. */
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
    if (signal.aborted) throw cancelled()
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
        reject(cancelled())
      }
      signal.addEventListener('abort', giveUp, { once: true })
      this.#waiting.push(admit)
    })
  }

  /** The place goes straight to the next in line, so that no newcomer overtakes it. */
  #leave(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#running -= 1
    else next()
  }
}
