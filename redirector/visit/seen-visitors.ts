import type { Redis } from '#runtime/redis.ts'
import { redisScript } from '#runtime/redis-script.ts'

/** Visitors remembered per link and window, about 20 MB in Redis. User agents are easy to make up, so the number is limited. */
const usualMost = 200_000

/** Adds the visitor to the set, unless it is full. Returns 1 if the visitor was in it. */
const addVisitor = redisScript(`
if redis.call('SISMEMBER', KEYS[1], ARGV[1]) == 1 then return 1 end
if redis.call('SCARD', KEYS[1]) < tonumber(ARGV[2]) then
  redis.call('SADD', KEYS[1], ARGV[1])
  redis.call('PEXPIREAT', KEYS[1], ARGV[3])
end
return 0`)

/** The visitors of links whose rules tell new visitors from returning ones, remembered until they get other ids. */
export class SeenVisitors {
  readonly #redis: Redis
  readonly #most: number

  constructor(redis: Redis, most = usualMost) {
    this.#redis = redis
    this.#most = most
  }

  /** Whether the visitor was added before. Throws if Redis is unavailable. */
  async add(linkId: string, visitorId: string, windowEnd: number): Promise<boolean> {
    return (await addVisitor(this.#redis, keyOf(linkId, windowEnd), visitorId, this.#most, windowEnd)) === 1
  }

  async has(linkId: string, visitorId: string, windowEnd: number): Promise<boolean> {
    return (await this.#redis.sismember(keyOf(linkId, windowEnd), visitorId)) === 1
  }
}

const keyOf = (linkId: string, windowEnd: number): string => `seen:${linkId}:${windowEnd}`
