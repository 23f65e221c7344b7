import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { changeChannel } from '#model/publish/publish-link.ts'
import type { MessageHearer } from '#runtime/hear-messages.ts'
import type { Log } from '#runtime/log.ts'
import type { Redis } from '#runtime/redis.ts'
import { redisScript } from '#runtime/redis-script.ts'
import { repeat } from '#runtime/repeat.ts'
import { changeCountKey } from '#schemas/link-record.ts'
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
  drop(key: string): void
  expireAll(): void
}

interface FeedOptions {
  redis: Redis
  /** Number of visits until now. */
  countVisits: () => number
  log: Log
}

/**
 * The count of changes, and the replication id of the server: after a failover, the same number can mean another change.
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

/** The last number that was heard or compared, and the server that counts. */
interface Heard {
  number: number
  server: string
}

/**
 * Drops records that have changed. Changes are numbered, so that one that was missed is noticed: then all records are
 * expired. As long as none was missed, records in memory need not be fetched again.
 */
export class ChangeFeed {
  readonly trust: Trust = { until: 0 }
  readonly #options: FeedOptions
  readonly #caches: Cache[] = []
  /** undefined before the first comparison on a subscription. */
  #heard: Heard | undefined
  #isHearing = false
  #visits = 0
  #visitedAt = Number.NEGATIVE_INFINITY

  constructor(options: FeedOptions) {
    this.#options = options
  }

  /** Returns a function that stops comparing. */
  start(hearer: MessageHearer, caches: readonly Cache[]): () => Promise<void> {
    this.#caches.push(...caches)
    hearer.hear({
      channel: changeChannel(this.#options.redis),
      onMessage: (message) => this.#hear(message),
      onRestored: () => {
        this.#isHearing = true
        this.#heard = undefined
        this.expireAll()
      },
    })
    return repeat(checkEveryMs, () => this.#checkIfVisited())
  }

  #hear(message: string): void {
    const [, digits, key = message] = /^(\d+) (.*)$/.exec(message) ?? []
    if (digits !== undefined && this.#heard !== undefined) {
      const number = Number(digits)
      if (number !== this.#heard.number + 1) this.expireAll()
      this.#heard.number = number
    }
    for (const cache of this.#caches) cache.drop(key)
  }

  async #checkIfVisited(): Promise<void> {
    const visits = this.#options.countVisits()
    if (visits !== this.#visits) this.#visitedAt = performance.now()
    this.#visits = visits
    if (!this.#isHearing || performance.now() - this.#visitedAt > restAfterMs) return
    try {
      await this.#check()
    } catch (error) {
      this.#options.log.debug({ err: error }, 'the count of changes could not be read')
    }
  }

  async #check(): Promise<void> {
    const startedAt = Date.now()
    const before = this.#heard?.number
    const [digits, server] = countReply.parse(await readCount(this.#options.redis, changeCountKey))
    const count = Number(digits)
    const isSame = this.#heard !== undefined && this.#heard.server === server && count >= (before ?? count)
    // Nothing can be compared: Redis lost the count, and its memory limit may keep it from having one.
    if (server === '') {
      this.#heard = undefined
      this.trust.until = 0
      return
    }
    if (isSame && this.#missed(count)) await sleep(arriveWithinMs)
    if (!isSame || this.#missed(count)) {
      this.expireAll()
      this.#heard = { number: count, server }
    }
    this.trust.until = startedAt + trustMs
  }

  #missed(count: number): boolean {
    return this.#heard === undefined || this.#heard.number < count
  }

  /** Marks all records as stale. */
  expireAll(): void {
    this.trust.until = 0
    for (const cache of this.#caches) cache.expireAll()
  }
}
