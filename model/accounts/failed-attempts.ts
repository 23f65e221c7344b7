import { LRUCache } from 'lru-cache'
import { ApiError } from '#core/api-error.ts'
import type { Log } from '#runtime/log.ts'
import type { Redis } from '#runtime/redis.ts'

/** The limit of a subject that has no other. */
const usualMost = 10
const windowSeconds = 60
/** Counted in memory while Redis is away; when there are more, the oldest are forgotten. */
const mostInMemory = 50_000

interface Options {
  redis: Redis
  log: Log
  /** RATE_LIMIT_FACTOR: 0 switches the limit off. */
  factor: number
}

interface Count {
  used: number
  secondsLeft: number
  /** Takes this attempt out again. */
  giveBack: () => Promise<void>
}

const nothing = () => Promise.resolve()

/**
 * Limits failed attempts per minute for each subject (a client's network, or that and what it tries to open, as a keyed
 * hash).
 * An attempt is counted before it is made, so that many at once are not let through, and given back when it succeeds.
 */
export class FailedAttempts {
  readonly #options: Options
  readonly #counts = new LRUCache<string, { used: number; endsAt: number }>({ max: mostInMemory })

  constructor(options: Options) {
    this.#options = options
  }

  /** Throws RATE_LIMIT_EXCEEDED when none is left. Answers how to give the attempt back. */
  async take(subject: string, now: number, most = usualMost): Promise<Count['giveBack']> {
    const { factor } = this.#options
    if (factor === 0) return nothing
    const { used, secondsLeft, giveBack } = await this.#count(subject, now)
    if (used <= Math.max(1, Math.floor(most * factor))) return giveBack
    throw new ApiError('RATE_LIMIT_EXCEEDED', `Too many failed attempts; try again in ${secondsLeft} s`, undefined, {
      'retry-after': String(secondsLeft),
    })
  }

  async #count(subject: string, now: number): Promise<Count> {
    const { redis, log } = this.#options
    try {
      const [used, secondsLeft] = (await redis.eval(takeScript, 1, keyOf(subject), windowSeconds)) as [number, number]
      return { used, secondsLeft: Math.max(1, secondsLeft), giveBack: () => this.#giveBack(subject) }
    } catch (error) {
      log.warn({ err: error }, 'failed attempts are counted in memory: Redis does not answer')
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
    const { redis, log } = this.#options
    try {
      await redis.eval(giveBackScript, 1, keyOf(subject))
    } catch (error) {
      log.warn({ err: error }, 'a successful attempt stays counted: Redis does not answer')
    }
  }
}

const keyOf = (subject: string) => `failed:${subject}`

/** One script, so that no counter is ever left without an expiry. */
const takeScript = `
  local used = redis.call('incr', KEYS[1])
  if used == 1 then redis.call('expire', KEYS[1], ARGV[1]) end
  return {used, redis.call('ttl', KEYS[1])}`

/** A counter that has expired meanwhile stays gone. */
const giveBackScript = `
  if redis.call('exists', KEYS[1]) == 1 then redis.call('decr', KEYS[1]) end`
