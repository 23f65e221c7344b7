import type { Log } from '#runtime/log.ts'
import type { Redis } from '#runtime/redis.ts'

/** Maximum number of keys per command, since each command blocks Redis. */
const keysMost = 256

interface Asked {
  key: string
  resolve: (value: string | null) => void
}

/**
 * Combines GETs into one MGET: all of one event loop turn, then all that arrived during the last MGET. Separate commands
 * took three times the CPU time in Redis (14 µs), and writing them to the socket was a fifth of the cost of a visit.
 */
export class BatchedGets {
  readonly #redis: Redis
  readonly #log: Log
  #asked: Asked[] = []
  #underWay = 0

  constructor({ redis, log }: { redis: Redis; log: Log }) {
    this.#redis = redis
    this.#log = log
  }

  /** Null if the key is missing or Redis is unavailable. In a cluster, keys are on different nodes: the client sends one pipeline to each. */
  get(key: string): Promise<string | null> {
    if (this.#redis.isCluster) return this.#redis.get(key).catch((error: unknown) => this.#giveUp(error))
    return new Promise((resolve) => {
      this.#asked.push({ key, resolve })
      if (this.#asked.length >= keysMost) void this.#send()
      else if (this.#asked.length === 1 && this.#underWay === 0) setImmediate(() => void this.#send())
    })
  }

  async #send(): Promise<void> {
    const asked = this.#takeAsked()
    if (asked.length === 0) return
    this.#underWay++
    const values = await this.#redis.mget(asked.map(({ key }) => key)).catch((error: unknown) => this.#giveUp(error))
    this.#underWay--
    if (values !== null) {
      // Sent before these are resolved, so that Redis works in parallel.
      void this.#send()
      asked.forEach(({ resolve }, index) => resolve(values[index] ?? null))
    } else {
      // The ones waiting would fail too, only later.
      for (const { resolve } of [...asked, ...this.#takeAsked()]) resolve(null)
    }
  }

  #takeAsked(): Asked[] {
    const asked = this.#asked
    this.#asked = []
    return asked
  }

  #giveUp(error: unknown): null {
    this.#log.debug({ err: error }, 'Redis is not responding')
    return null
  }
}
