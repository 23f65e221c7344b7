import { verifyPassword } from '#model/accounts/passwords.ts'
import type { Redis } from '#runtime/redis.ts'
import { redisScript } from '#runtime/redis-script.ts'
import { Unavailable } from './unavailable.ts'

/** Wrong passwords per minute, client, and link. */
const mostFailures = 10
const windowSeconds = 60
/** Concurrent checks. Each takes 19 MiB and 20 ms of CPU time. */
const mostAtOnce = 8

const take = redisScript(`
local used = redis.call('INCR', KEYS[1])
if used == 1 then redis.call('EXPIRE', KEYS[1], ARGV[1]) end
return used
`)
const giveBack = redisScript(`
if redis.call('EXISTS', KEYS[1]) == 1 then return redis.call('DECR', KEYS[1]) end
return 0
`)

interface Attempt {
  link_id: string
  password_hash: string
  /** Identifies the visitor's IP address or network without revealing it. */
  visitor: string
  password: string
}

/** Checks link passwords, with limits on concurrent checks and on wrong passwords. */
export class PasswordChecker {
  readonly #redis: Redis
  #running = 0

  constructor(redis: Redis) {
    this.#redis = redis
  }

  /** Counts an attempt as wrong before checking it. Otherwise a hundred simultaneous attempts would all be checked. */
  async check({ link_id, password_hash, visitor, password }: Attempt): Promise<'right' | 'wrong' | 'too-many'> {
    if (this.#running >= mostAtOnce) throw new Unavailable(`too many concurrent password checks (limit: ${mostAtOnce})`)
    this.#running++
    try {
      const key = `unlock:${link_id}:${visitor}`
      if (Number(await this.#count(() => take(this.#redis, key, windowSeconds))) > mostFailures) return 'too-many'
      if (!(await verifyPassword(password_hash, password))) return 'wrong'
      await this.#count(() => giveBack(this.#redis, key))
      return 'right'
    } finally {
      this.#running--
    }
  }

  /** Fails if Redis is unavailable, so that guessing is never unlimited. */
  async #count(step: () => Promise<unknown>): Promise<unknown> {
    try {
      return await step()
    } catch (error) {
      throw new Unavailable('wrong passwords cannot be counted', { cause: error })
    }
  }
}
