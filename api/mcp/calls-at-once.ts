import { tryLater } from '#core/api-error.ts'

/** Concurrent calls per account in this process. An agent usually makes one or a few. */
const mostAtOnce = 16

/** Keeps the agents of one account from using all of a process. */
export class CallsAtOnce {
  readonly #running = new Map<string, number>()

  /** Throws RATE_LIMIT_EXCEEDED if too many calls are running. Returns a function that ends this one. */
  enter(accountId: string): () => void {
    const running = this.#running.get(accountId) ?? 0
    if (running >= mostAtOnce) {
      const message = `Too many calls: at most ${mostAtOnce} can run at the same time. Try again in a second.`
      throw tryLater('RATE_LIMIT_EXCEEDED', message, 1)
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
