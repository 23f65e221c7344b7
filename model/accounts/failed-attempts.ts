import { LRUCache } from 'lru-cache'
import { tryLater } from '#core/api-error.ts'
import { createSubjectHash } from '../limits/hash-subject.ts'
import type { Stores } from '../stores.ts'

/** Default limit of a subject. */
const usualMost = 10
const windowSeconds = 60
/** Subjects counted in memory while Redis is unavailable; the oldest are dropped beyond this. */
const mostInMemory = 50_000

export type AttemptServices = Pick<Stores, 'sql' | 'redis' | 'config' | 'log'>

interface Count {
  used: number
  secondsLeft: number
  /** Removes this attempt from the count. */
  giveBack: () => Promise<void>
}

const nothing = () => Promise.resolve()

/**
 * Limits failed attempts per minute for each subject: a client's network, alone or with the target, as a keyed hash.
 * An attempt is counted before it is made, so that concurrent attempts cannot exceed the limit, and removed on success.
 */
export class FailedAttempts {
  readonly #services: AttemptServices
  /** Created only when Redis is unavailable, because it allocates room for all subjects at once. */
  #created: LRUCache<string, { used: number; endsAt: number }> | undefined

  constructor(services: AttemptServices) {
    this.#services = services
  }

  get #counts(): LRUCache<string, { used: number; endsAt: number }> {
    this.#created ??= new LRUCache({ max: mostInMemory })
    return this.#created
  }

  createHash(now: number): Promise<(...subject: string[]) => string> {
    return createSubjectHash(this.#services, now)
  }

  /** Throws RATE_LIMIT_EXCEEDED if no attempt is left. Returns a function that removes the attempt from the count. */
  async take(subject: string, now: number, most = usualMost): Promise<Count['giveBack']> {
    const factor = this.#services.config.RATE_LIMIT_FACTOR
    if (factor === 0) return nothing
    const { used, secondsLeft, giveBack } = await this.#count(subject, now)
    if (used <= Math.max(1, Math.floor(most * factor))) return giveBack
    const message = `Too many failed attempts. Try again in ${secondsLeft} seconds.`
    throw tryLater('RATE_LIMIT_EXCEEDED', message, secondsLeft)
  }

  async #count(subject: string, now: number): Promise<Count> {
    const { redis, log } = this.#services
    try {
      const [used, secondsLeft] = (await redis.eval(takeScript, 1, keyOf(subject), windowSeconds)) as [number, number]
      return { used, secondsLeft: Math.max(1, secondsLeft), giveBack: () => this.#giveBack(subject) }
    } catch (error) {
      log.warn({ err: error }, 'failed attempts are counted in memory: Redis is not responding')
      return this.#countInMemory(subject, now)
    }
  }

  #countInMemory(subject: string, now: number): Count {
    const known = this.#counts.get(subject)
    const count = known !== undefined && known.endsAt > now ? known : { used: 0, endsAt: now + windowSeconds * 1_000 }
    count.used += 1
    this.#counts.set(subject, count)
    const giveBack = async () => {
      count.used -= 1
    }
    return { used: count.used, secondsLeft: Math.max(1, Math.ceil((count.endsAt - now) / 1_000)), giveBack }
  }

  async #giveBack(subject: string): Promise<void> {
    const { redis, log } = this.#services
    try {
      await redis.eval(giveBackScript, 1, keyOf(subject))
    } catch (error) {
      log.warn({ err: error }, 'a successful attempt stays counted: Redis is not responding')
    }
  }
}

const keyOf = (subject: string) => `failed:${subject}`

/** One script, so that every counter expires. */
const takeScript = `
  local used = redis.call('incr', KEYS[1])
  if used == 1 then redis.call('expire', KEYS[1], ARGV[1]) end
  return {used, redis.call('ttl', KEYS[1])}`

/** Does not recreate a counter that has expired. */
const giveBackScript = `
  if redis.call('exists', KEYS[1]) == 1 then redis.call('decr', KEYS[1]) end`
