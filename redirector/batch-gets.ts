import type { Redis } from '#runtime/redis.ts'

/** Keys in one command: Redis serves nobody else meanwhile. */
const keysMost = 256
/** So long at most a key waits for the command before its own: one that hangs must not hold up the others. */
const waitMostMs = 2

interface Asked {
  key: string
  found: (value: string | null) => void
  failed: (error: unknown) => void
}

/**
 * GETs as few MGETs: while one is under way the next ones gather, and what one turn of the event loop asks for goes together.
 * A command of its own for each took three times the CPU in Redis (14 µs), and here a fifth of a visit went into writing to
 * the socket. A cluster spreads the keys over its nodes, so there each is asked for alone.
 */
export class BatchedGets {
  readonly #redis: Redis
  #asked: Asked[] = []
  #underWay = 0
  #timer: NodeJS.Timeout | undefined

  constructor(redis: Redis) {
    this.#redis = redis
  }

  /** Calls one of the two back, which must not throw. */
  get(key: string, found: (value: string | null) => void, failed: (error: unknown) => void): void {
    if (this.#redis.isCluster) return void this.#redis.get(key).then(found, failed)
    this.#asked.push({ key, found, failed })
    if (this.#asked.length >= keysMost) this.#send()
    else if (this.#asked.length === 1) this.#sendSoon()
  }

  #sendSoon(): void {
    if (this.#underWay === 0) setImmediate(() => this.#send())
    else this.#timer = setTimeout(() => this.#send(), waitMostMs)
  }

  #send(): void {
    const asked = this.#asked
    if (asked.length === 0) return
    clearTimeout(this.#timer)
    this.#asked = []
    this.#underWay++
    this.#redis.mget(asked.map(({ key }) => key)).then(
      (values) => {
        this.#sendNext()
        asked.forEach(({ found }, index) => found(values[index] ?? null))
      },
      (error: unknown) => {
        this.#sendNext()
        for (const { failed } of asked) failed(error)
      },
    )
  }

  /** At the end of the turn that an answer came in, with all that this turn still asks for. */
  #sendNext(): void {
    this.#underWay--
    if (this.#asked.length > 0) setImmediate(() => this.#send())
  }
}
