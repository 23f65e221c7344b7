import type { Log } from '#runtime/log.ts'
import type { Redis } from '#runtime/redis.ts'

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
  }

  /** For as long as the process runs. What is heard already is left as it is. */
  hear(hearing: Hearing): void {
    if (this.#hearings.has(hearing.channel)) return
    this.#hearings.set(hearing.channel, hearing)
    if (this.#subscriber.status === 'ready') this.#subscribe([hearing])
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
