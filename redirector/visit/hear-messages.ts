import type { Log } from '#runtime/log.ts'
import type { Redis } from '#runtime/redis.ts'
import { within } from './unavailable.ts'

/** How often Redis is asked whether it is still there, and how long it may take to say so. */
const askEveryMs = 5_000
const answerWithinMs = 5_000

interface Hearing {
  channel: string
  onMessage: (message: string) => void
  /** Called once the subscription stands, at first and after each loss of the connection: messages were missed until then. */
  onRestored: () => void
}

/** Subscribes, and again after each loss of the connection. */
export class MessageHearer {
  readonly #subscriber: Redis
  readonly #log: Log
  readonly #hearings = new Map<string, Hearing>()

  /** The connection does nothing else. */
  constructor(subscriber: Redis, log: Log) {
    this.#subscriber = subscriber
    this.#log = log
    subscriber.on('message', (channel: string, message: string) => this.#hearings.get(channel)?.onMessage(message))
    subscriber.on('ready', () => this.#subscribe([...this.#hearings.values()]))
    // Each node of a cluster is watched by all the others, and its client leaves one that they have given up.
    if (!subscriber.isCluster) this.#keepAsking()
  }

  /** For as long as the process runs. What is heard already is left as it is. */
  hear(hearing: Hearing): void {
    if (this.#hearings.has(hearing.channel)) return
    this.#hearings.set(hearing.channel, hearing)
    if (this.#subscriber.status === 'ready') this.#subscribe([hearing])
  }

  /**
   * Who only listens never hears that the other side has gone without a word, as a machine does whose power fails: the
   * system's own look at a silent connection comes after two hours.
   */
  #keepAsking(): void {
    const timer = setInterval(() => void this.#ask(), askEveryMs)
    this.#subscriber.once('end', () => clearInterval(timer))
  }

  async #ask(): Promise<void> {
    if (this.#subscriber.status !== 'ready') return
    try {
      await within(answerWithinMs, this.#subscriber.ping())
    } catch (error) {
      // Lost or ended meanwhile: that was noticed.
      if (this.#subscriber.status !== 'ready') return
      this.#log.warn({ err: error }, 'Redis is silent on the connection for subscriptions: connecting anew')
      this.#subscriber.disconnect(true)
    }
  }

  #subscribe(hearings: readonly Hearing[]): void {
    if (hearings.length === 0) return
    this.#subscriber.subscribe(...hearings.map(({ channel }) => channel)).then(
      () => {
        for (const { onRestored } of hearings) onRestored()
      },
      (error: unknown) => {
        // The connection was lost again; its next 'ready' brings us back here.
        this.#log.debug({ err: error }, 'subscription failed')
      },
    )
  }
}
