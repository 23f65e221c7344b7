import type { Log } from '#runtime/log.ts'

/** A clock that is set back by more than this was wrong before. */
const stepMostMs = 10_000

interface ClockOptions {
  /** Called when the clock is set back. Records that were fetched before have a time in the future. */
  onSetBack: () => void
  log: Log
}

/**
 * The time of visits. It does not go back by small steps, since months, windows, and the order of clicks depend on it. Larger
 * steps correct a wrong clock, and are followed at once.
 */
export class VisitClock {
  readonly #options: ClockOptions
  #last = 0

  constructor(options: ClockOptions) {
    this.#options = options
  }

  /** Unix milliseconds. */
  now(): number {
    const now = Date.now()
    if (now < this.#last) return this.#goBack(now)
    this.#last = now
    return now
  }

  #goBack(now: number): number {
    const behind_ms = this.#last - now
    if (behind_ms <= stepMostMs) return this.#last
    this.#last = now
    this.#options.log.warn({ behind_ms }, 'the clock was set back; clicks since its wrong time are out of order')
    this.#options.onSetBack()
    return now
  }
}
