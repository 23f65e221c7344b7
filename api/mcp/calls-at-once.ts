import { ApiError } from '#core/api-error.ts'

/** Of one account, in this process. An agent asks one thing after another, or a few. */
const mostAtOnce = 16

/** Keeps one account's agents from taking all of a process. */
export class CallsAtOnce {
  readonly #running = new Map<string, number>()

  /** Throws RATE_LIMIT_EXCEEDED where too many run. Answers how to say that this one has ended. */
  enter(accountId: string): () => void {
    const running = this.#running.get(accountId) ?? 0
    if (running >= mostAtOnce) {
      throw new ApiError('RATE_LIMIT_EXCEEDED', `More than ${mostAtOnce} calls at once`, undefined, {
        'retry-after': '1',
      })
    }
    this.#running.set(accountId, running + 1)
    return () => this.#leave(accountId)
  }

  #leave(accountId: string): void {
    const running = (this.#running.get(accountId) ?? 1) - 1
    if (running > 0) this.#running.set(accountId, running)
    else this.#running.delete(accountId)
  }
}
