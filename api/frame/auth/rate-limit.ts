import { tryLater } from '#core/api-error.ts'
import type { Caller } from '#model/accounts/caller.ts'
import type { Redis } from '#runtime/redis.ts'
import { type PlanName, plans } from '#schemas/accounts.ts'
import type { Endpoint, Services } from '../endpoint.ts'

const windowSeconds = 60
/** Analytics requests cost more, so they have a separate limit: this share of the plan's. */
const analyticsShare = 0.25
/** Limit of calls for many objects at once, for every plan. */
const bulkPerMinute = 10

export interface Usage {
  policy: 'requests' | 'analytics' | 'bulk'
  limit: number
  used: number
  /** Unix seconds at which the window ends. */
  resetAt: number
  secondsLeft: number
}

type Limiter = Pick<Services, 'redis' | 'log' | 'config'>

export function policyOf({ bulk, permission }: Pick<Endpoint, 'bulk' | 'permission'>): Usage['policy'] {
  if (bulk === true) return 'bulk'
  return permission === 'analytics' ? 'analytics' : 'requests'
}

/** Counts a request and refuses it beyond the limit. `tell` receives the headers. */
export async function limitRequest(
  limiter: Limiter,
  caller: Caller,
  policy: Usage['policy'],
  tell: (headers: Record<string, string>) => unknown,
): Promise<void> {
  const usage = await countRequest(limiter, caller, policy, Date.now())
  if (usage === null) return
  tell(rateLimitHeaders(usage))
  if (usage.used <= usage.limit) return
  const message = `Too many requests: the limit is ${usage.limit} per minute. Try again in ${usage.secondsLeft} seconds.`
  throw tryLater('RATE_LIMIT_EXCEEDED', message, usage.secondsLeft)
}

/** Counts a request in the current minute of its key, or of its account for sessions. Null if limits are off or Redis is unavailable. */
async function countRequest(
  { redis, log, config }: Limiter,
  caller: Caller,
  policy: Usage['policy'],
  now: number,
): Promise<Usage | null> {
  const factor = config.RATE_LIMIT_FACTOR
  if (factor === 0) return null
  const window = Math.floor(now / 1000 / windowSeconds)
  const resetAt = (window + 1) * windowSeconds
  try {
    const used = await increment(redis, `rate:${caller.key?.id ?? caller.account.id}:${policy}:${window}`)
    const secondsLeft = Math.max(1, Math.ceil(resetAt - now / 1000))
    return { policy, limit: limitOf(caller.account.plan, policy, factor), used, resetAt, secondsLeft }
  } catch (error) {
    log.warn({ err: error }, 'rate limits are off: Redis is not responding')
    return null
  }
}

export function limitOf(plan: PlanName, policy: Usage['policy'], factor: number): number {
  if (policy === 'bulk') return Math.max(1, Math.floor(bulkPerMinute * factor))
  const share = policy === 'analytics' ? analyticsShare : 1
  return Math.max(1, Math.floor(plans[plan].requestsPerMinute * share * factor))
}

/** X-RateLimit-* as most clients know them, and the IETF draft (draft-ietf-httpapi-ratelimit-headers-11). */
export function rateLimitHeaders({ policy, limit, used, resetAt, secondsLeft }: Usage): Record<string, string> {
  const remaining = Math.max(0, limit - used)
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(resetAt),
    'ratelimit-policy': `"${policy}";q=${limit};w=${windowSeconds}`,
    ratelimit: `"${policy}";r=${remaining};t=${secondsLeft}`,
  }
}

/** One script, so that every counter expires. */
const incrementScript = `
  local used = redis.call('incr', KEYS[1])
  if used == 1 then redis.call('expire', KEYS[1], ARGV[1]) end
  return used`

async function increment(redis: Redis, key: string): Promise<number> {
  return Number(await redis.eval(incrementScript, 1, key, windowSeconds))
}
