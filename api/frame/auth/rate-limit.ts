import { tryLater } from '#core/api-error.ts'
import type { Caller } from '#model/accounts/caller.ts'
import type { Taking } from '#model/limits/local-counter.ts'
import type { Quota } from '#model/limits/sliding-window.ts'
import { type PlanName, plans } from '#schemas/accounts.ts'
import type { Endpoint, Services } from '../endpoint.ts'

const windowSeconds = 60
/** Analytics requests cost more, so they have a separate limit: this share of the plan's. */
const analyticsShare = 0.25
/** Limit of calls for many objects at once, for every plan. */
const bulkPerMinute = 10
/** All API keys of an account together have this many times the limit of one, however many there are. */
const keysTogether = 4

export interface Standing {
  policy: 'requests' | 'analytics' | 'bulk' | 'anonymous'
  limit: number
  remaining: number
  /** Until all of the limit is available again. */
  resetInMs: number
}

export type Policy = Exclude<Standing['policy'], 'anonymous'>
type Limiter = Pick<Services, 'requestCounter' | 'config'>

export function policyOf({ bulk, permission }: Pick<Endpoint, 'bulk' | 'permission'>): Policy {
  if (bulk === true) return 'bulk'
  return permission === 'analytics' ? 'analytics' : 'requests'
}

/** Counts a request and refuses it beyond the limit. `tell` receives the headers. */
export async function limitRequest(
  { requestCounter, config }: Limiter,
  caller: Caller,
  policy: Policy,
  tell: (headers: Record<string, string>) => unknown,
): Promise<void> {
  const factor = config.RATE_LIMIT_FACTOR
  if (factor === 0) return
  const limit = limitOf(caller.account.plan, policy, factor)
  const taking = await requestCounter.take(quotasOf(caller, policy, limit))
  tellAndRefuse({ policy, whose: 'for all API keys of the account together' }, taking, tell)
}

/** A key counts alone and with all keys of its account; a session or token counts for its account. */
function quotasOf({ account, key }: Caller, policy: Policy, limit: number): [Quota, ...Quota[]] {
  const windowMs = windowSeconds * 1_000
  // The tag in braces keeps the counters of an account in one slot of a Redis cluster.
  const start = `rate:{${account.id}}`
  if (key === null) return [{ key: `${start}:users:${policy}`, limit, windowMs }]
  return [
    { key: `${start}:key:${key.id}:${policy}`, limit, windowMs },
    { key: `${start}:keys:${policy}`, limit: limit * keysTogether, windowMs },
  ]
}

interface Reported {
  policy: Standing['policy']
  /** Requests that the wider quotas count, for the message. */
  whose: string
}

/** The first quota is reported. A wider one can leave less of it. */
export function tellAndRefuse(
  { policy, whose }: Reported,
  { isAllowed, usages }: Taking,
  tell: (headers: Record<string, string>) => unknown,
): void {
  const limit = usages[0]?.limit ?? 0
  const remaining = Math.max(0, Math.min(...usages.map((usage) => usage.limit - usage.used)))
  const resetInMs = Math.max(...usages.map((usage) => usage.resetInMs))
  tell(rateLimitHeaders({ policy, limit, remaining: Math.min(limit, remaining), resetInMs }, Date.now()))
  if (isAllowed) return
  const tightest = usages.reduce((one, other) => (other.freeInMs > one.freeInMs ? other : one))
  const seconds = inSeconds(tightest.freeInMs)
  const allowed = `${tightest.limit} per minute${tightest.limit === limit ? '' : ` ${whose}`}`
  const message = `Too many requests: the limit is ${allowed}. Try again in ${seconds} seconds.`
  throw tryLater('RATE_LIMIT_EXCEEDED', message, seconds)
}

export function limitOf(plan: PlanName, policy: Policy, factor: number): number {
  if (policy === 'bulk') return Math.max(1, Math.floor(bulkPerMinute * factor))
  const share = policy === 'analytics' ? analyticsShare : 1
  return Math.max(1, Math.floor(plans[plan].requestsPerMinute * share * factor))
}

/** Requests per key and minute. That of the plan if limits are turned off. */
export const limitOfPlan = (plan: PlanName, factor: number): number =>
  limitOf(plan, 'requests', factor === 0 ? 1 : factor)

/** X-RateLimit-* as most clients know them, and the IETF draft (draft-ietf-httpapi-ratelimit-headers-11). */
export function rateLimitHeaders(
  { policy, limit, remaining, resetInMs }: Standing,
  now: number,
): Record<string, string> {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(Math.ceil((now + resetInMs) / 1_000)),
    'ratelimit-policy': `"${policy}";q=${limit};w=${windowSeconds}`,
    ratelimit: `"${policy}";r=${remaining};t=${inSeconds(resetInMs)}`,
  }
}

const inSeconds = (ms: number) => Math.max(1, Math.ceil(ms / 1_000))
