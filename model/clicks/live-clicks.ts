import { tryLater } from '#core/api-error.ts'
import { MessageHearer } from '#runtime/hear-messages.ts'
import type { Log } from '#runtime/log.ts'
import { connectToSubscribe, type Redis } from '#runtime/redis.ts'
import { liveChannel, liveMessage } from '#schemas/live-clicks.ts'

interface Watcher {
  /** Called when clicks of the account are stored, with the clicked links; null: too many to list. */
  onClicks: (links: readonly string[] | null) => void
  /** Called once, when no further clicks can be heard of. */
  onEnd: () => void
}

/** Open dashboards of one account in a process. */
const mostWatchers = 200
/** Time limit of the first subscription. */
const readyWithinMs = 2_000

/** Tells open dashboards about stored clicks. All of them share one subscription, which the first one opens. */
export class LiveClicks {
  readonly #redis: Redis
  readonly #log: Log
  readonly #watchers = new Map<string, Set<Watcher>>()
  readonly #waiting = new Set<() => void>()
  #subscriber: Redis | undefined
  #isHearing = false

  constructor({ redis, log }: { redis: Redis; log: Log }) {
    this.#redis = redis
    this.#log = log
  }

  /** Returns a function that stops watching. Throws SERVICE_UNAVAILABLE while Redis is unavailable. */
  async watch(accountId: string, watcher: Watcher): Promise<() => void> {
    if (!(await this.#hear())) {
      throw tryLater('SERVICE_UNAVAILABLE', 'Live updates are not available. Try again in 2 seconds.', 2)
    }
    const watchers = this.#watchers.get(accountId) ?? new Set()
    if (watchers.size >= mostWatchers) {
      throw tryLater('RATE_LIMIT_EXCEEDED', `At most ${mostWatchers} dashboards can be live. Close some of them.`, 60)
    }
    this.#watchers.set(accountId, watchers.add(watcher))
    return () => {
      watchers.delete(watcher)
      if (watchers.size === 0 && this.#watchers.get(accountId) === watchers) this.#watchers.delete(accountId)
    }
  }

  close(): void {
    this.#end()
    this.#subscriber?.disconnect()
  }

  /** Waits for the subscription; false if it takes too long. */
  async #hear(): Promise<boolean> {
    this.#subscriber ??= this.#subscribe()
    if (this.#isHearing) return true
    await new Promise<void>((resolve) => {
      const stop = () => {
        clearTimeout(timer)
        this.#waiting.delete(stop)
        resolve()
      }
      const timer = setTimeout(stop, readyWithinMs)
      this.#waiting.add(stop)
    })
    return this.#isHearing
  }

  #subscribe(): Redis {
    const subscriber = connectToSubscribe(this.#redis, { name: 'api-live' })
    subscriber.on('close', () => this.#end())
    new MessageHearer(subscriber, this.#log).hear({
      channel: liveChannel,
      onMessage: (message) => this.#tell(message),
      onRestored: () => {
        this.#isHearing = true
        for (const resolve of [...this.#waiting]) resolve()
      },
    })
    return subscriber
  }

  #tell(message: string): void {
    for (const [accountId, links] of Object.entries(liveMessage.parse(JSON.parse(message)))) {
      for (const { onClicks } of this.#watchers.get(accountId) ?? []) onClicks(links)
    }
  }

  /** Clicks may be missed from now on. The dashboards connect again, and then read their figures again. */
  #end(): void {
    this.#isHearing = false
    const ended = [...this.#watchers.values()].flatMap((watchers) => [...watchers])
    this.#watchers.clear()
    for (const { onEnd } of ended) onEnd()
  }
}
