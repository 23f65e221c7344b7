import type { Log } from '#runtime/log.ts'
import type { Redis } from '#runtime/redis.ts'
import { redisScript } from '#runtime/redis-script.ts'
import { LocalCounter, type Taking } from './local-counter.ts'
import { type Counts, type Quota, sliceMsOf, slicesPerWindow, usageOf } from './sliding-window.ts'

/** After a failure Redis is left alone for this long, since a command can take 2 s to fail. */
const pauseMs = 1_000

type Reply = [isAllowed: number, now: number, ...counts: string[][]]

/** Counts requests of all processes in Redis, and while Redis is unavailable those of this process in memory. */
export class RequestCounter {
  readonly #redis: Redis
  readonly #log: Log
  readonly #local = new LocalCounter()
  #awayUntil = Number.NEGATIVE_INFINITY

  constructor({ redis, log }: { redis: Redis; log: Log }) {
    this.#redis = redis
    this.#log = log
  }

  /**
   * Counts a request in all quotas, or in none if one of them is used up. In a Redis cluster their keys must share a hash
   * tag. The clock is that of Redis, so that all processes agree.
   */
  async take(quotas: readonly Quota[], now = Date.now()): Promise<Taking> {
    if (now < this.#awayUntil && now >= this.#awayUntil - pauseMs) return this.#local.take(quotas, now)
    try {
      return await takeInRedis(this.#redis, quotas)
    } catch (error) {
      this.#awayUntil = now + pauseMs
      this.#log.warn({ err: error }, 'requests are counted in memory: Redis is not responding')
      return this.#local.take(quotas, now)
    }
  }
}

/** `at` replaces the clock of Redis (for tests). */
export async function takeInRedis(redis: Redis, quotas: readonly Quota[], at = 0): Promise<Taking> {
  const limits = quotas.flatMap((quota) => [quota.limit, sliceMsOf(quota)])
  const keys = quotas.map(({ key }) => key)
  const [isAllowed, now, ...found] = (await count(redis, keys, at, slicesPerWindow, ...limits)) as Reply
  const usages = quotas.map((quota, index) => usageOf(readCounts(found[index] ?? []), quota, now))
  return { isAllowed: isAllowed === 1, usages }
}

function readCounts(fields: readonly string[]): Counts {
  const counts: Counts = new Map()
  for (let at = 0; at < fields.length; at += 2) counts.set(Number(fields[at]), Number(fields[at + 1]))
  return counts
}

/** The same as LocalCounter: a hash for each quota, with the requests of each slice. */
const count = redisScript(`
  local now, slices = tonumber(ARGV[1]), tonumber(ARGV[2])
  if now == 0 then
    local time = redis.call('time')
    now = time[1] * 1000 + math.floor(time[2] / 1000)
  end
  local allowed = 1
  for i, key in ipairs(KEYS) do
    local limit, current = tonumber(ARGV[2 * i + 1]), math.floor(now / ARGV[2 * i + 2])
    local used = 0
    local fields = redis.call('hgetall', key)
    for f = 1, #fields, 2 do
      if math.abs(fields[f] - current) >= slices then redis.call('hdel', key, fields[f])
      else used = used + fields[f + 1] end
    end
    if used >= limit then allowed = 0 end
  end
  local reply = {allowed, now}
  for i, key in ipairs(KEYS) do
    if allowed == 1 then
      local sliceMs = tonumber(ARGV[2 * i + 2])
      redis.call('hincrby', key, string.format('%.0f', math.floor(now / sliceMs)), 1)
      redis.call('pexpire', key, string.format('%.0f', sliceMs * slices))
    end
    reply[i + 2] = redis.call('hgetall', key)
  end
  return reply`)
