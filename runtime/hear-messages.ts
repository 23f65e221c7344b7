import { Cluster } from 'ioredis'
import type { Log } from './log.ts'
import type { Redis } from './redis.ts'

/** How often Redis is pinged, and how long it may take to respond. */
const askEveryMs = 5_000
const answerWithinMs = 5_000

interface Hearing {
  channel: string
  onMessage: (message: string) => void
  /** Called after every (re)subscription. Messages sent before it may have been missed. */
  onRestored: () => void
}

/** Subscribes to channels, and resubscribes after each lost connection. */
export class MessageHearer {
  readonly #subscriber: Redis
  readonly #log: Log
  readonly #hearings = new Map<string, Hearing>()

  /** The connection must not be used for anything else. */
  constructor(subscriber: Redis, log: Log) {
    this.#subscriber = subscriber
    this.#log = log
    subscriber.on('message', (channel: string, message: string) => this.#hearings.get(channel)?.onMessage(message))
    subscriber.on('ready', () => this.#subscribe([...this.#hearings.values()]))
    // Cluster nodes monitor each other, and the client leaves a node that has failed.
    if (subscriber instanceof Cluster) return
    // ioredis would also subscribe again, and nobody handles its error if the connection is then closed.
    subscriber.options.autoResubscribe = false
    this.#keepAsking()
  }

  /** Subscribes until the process stops. Does nothing if the channel is already subscribed. */
  hear(hearing: Hearing): void {
    if (this.#hearings.has(hearing.channel)) return
    this.#hearings.set(hearing.channel, hearing)
    if (this.#subscriber.status === 'ready') this.#subscribe([hearing])
  }

  /**
   * A connection that only listens does not notice when the other side disappears, as in a power failure. TCP keepalive
   * would notice it only after two hours.
   */
  #keepAsking(): void {
    const timer = setInterval(() => void this.#ask(), askEveryMs)
    this.#subscriber.once('end', () => clearInterval(timer))
  }

  async #ask(): Promise<void> {
    if (this.#subscriber.status !== 'ready') return
    const late = setTimeout(() => this.#reconnect(), answerWithinMs)
    try {
      await this.#subscriber.ping()
    } catch {
      this.#reconnect()
    } finally {
      clearTimeout(late)
    }
  }

  #reconnect(): void {
    // The connection was lost or closed, which has already been handled.
    if (this.#subscriber.status !== 'ready') return
    this.#log.warn('no response on the Redis subscription connection; reconnecting')
    this.#subscriber.disconnect(true)
  }

  #subscribe(hearings: readonly Hearing[]): void {
    if (hearings.length === 0) return
    this.#subscriber.subscribe(...hearings.map(({ channel }) => channel)).then(
      () => {
        for (const { onRestored } of hearings) onRestored()
      },
      (error: unknown) => {
        // The connection was lost again. The next 'ready' event subscribes again.
        this.#log.debug({ err: error }, 'subscription failed')
      },
    )
  }
}
