import { z } from 'zod'
import type { MessageHearer } from '#runtime/hear-messages.ts'
import type { Log } from '#runtime/log.ts'
import type { Redis } from '#runtime/redis.ts'
import { redisScript } from '#runtime/redis-script.ts'
import { repeat } from '#runtime/repeat.ts'
import { changeCountKey, invalidationChannel } from '#schemas/link-record.ts'
import type { Trust } from './record-cache.ts'

/** How often the count of changes is compared, and how long one comparison is valid. */
const checkEveryMs = 500
const trustMs = 1_000
/** How long a message may take that was sent before the comparison. */
const arriveWithinMs = 100
/** Without visits for this long, nothing is compared. The first visit afterwards asks Redis. */
const restAfterMs = 5_000

const countReply = z.tuple([z.string().regex(/^\d+$/), z.string()])

interface Cache {
  forget(key: string): void
  forgetAll(): void
}

interface FeedOptions {
  redis: Redis
  /** Number of visits until now. */
  countVisits: () => number
  log: Log
}

/**
 * The number of changes, and the server that counts them: a replica that took over may count the same changes differently.
 * Without a count, Redis has lost everything, and the count begins again.
 */
const readCount = redisScript(`
local count = redis.call('GET', KEYS[1])
if not count then
  redis.pcall('SET', KEYS[1], 0)
  return { '0', '' }
end
return { count, string.match(redis.call('INFO', 'replication'), 'master_replid:(%w+)') or '' }
`)

/**
 * Drops records that have changed. Changes are numbered, so that one that was missed is noticed: then all records are
 * distrusted. As long as none was missed, records in memory need not be fetched again.
 */
export class ChangeFeed {
  readonly trust: Trust = { until: 0 }
  readonly #options: FeedOptions
  readonly #caches: Cache[] = []
  /** The number of the last change that was heard; undefined before the first. */
  #heard: number | undefined
  #server: string | undefined
  #isHearing = false
  #visits = 0
  #visitedAt = 0

  constructor(options: FeedOptions) {
    this.#options = options
  }

  /** Returns a function that stops comparing. */
  start(hearer: MessageHearer, caches: readonly Cache[]): () => Promise<void> {
    this.#caches.push(...caches)
    hearer.hear({
      channel: invalidationChannel,
      onMessage: (message) => this.#hear(message),
      onRestored: () => {
        this.#isHearing = true
        // Messages may have been lost until the next comparison, too.
        this.#server = undefined
        this.#distrust(undefined)
      },
    })
    return repeat(checkEveryMs, () => this.#checkIfVisited())
  }

  #hear(message: string): void {
    const [, digits, key = message] = /^(\d+) (.*)$/.exec(message) ?? []
    if (digits !== undefined) {
      const number = Number(digits)
      if (this.#heard !== undefined && number !== this.#heard + 1) this.#distrust(number)
      this.#heard = number
    }
    for (const cache of this.#caches) cache.forget(key)
  }

  async #checkIfVisited(): Promise<void> {
    const visits = this.#options.countVisits()
    if (visits !== this.#visits) this.#visitedAt = Date.now()
    this.#visits = visits
    if (!this.#isHearing || Date.now() - this.#visitedAt > restAfterMs) return
    try {
      await this.#check()
    } catch (error) {
      this.#options.log.debug({ err: error }, 'the count of changes could not be read')
    }
  }

  async #check(): Promise<void> {
    const startedAt = Date.now()
    const heardBefore = this.#heard
    const [digits, server] = countReply.parse(await readCount(this.#options.redis, changeCountKey))
    const count = Number(digits)
    if (server !== this.#server || server === '') {
      this.#server = server
      this.#distrust(count)
      if (server === '') return
    } else if (heardBefore !== undefined && count < heardBefore) {
      this.#distrust(count)
    } else {
      this.#heard ??= count
      if (this.#heard < count) await new Promise((resolve) => setTimeout(resolve, arriveWithinMs))
      if (this.#heard < count) this.#distrust(count)
    }
    this.trust.until = startedAt + trustMs
  }

  #distrust(count: number | undefined): void {
    this.trust.until = 0
    this.#heard = count
    for (const cache of this.#caches) cache.forgetAll()
  }
}
