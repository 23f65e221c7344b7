import { expect, it } from 'vitest'
import { limitOf, rateLimitHeaders } from './rate-limit.ts'

it('allows the limit of the plan, and a quarter of it for analytics', () => {
  const limits = (['free', 'pro', 'business', 'enterprise'] as const).map((plan) => [
    limitOf(plan, 'requests', 1),
    limitOf(plan, 'analytics', 1),
  ])
  expect(limits).toEqual([
    [60, 15],
    [600, 150],
    [1200, 300],
    [3000, 750],
  ])
})

it('scales with RATE_LIMIT_FACTOR and never drops to zero', () => {
  expect(limitOf('free', 'requests', 0.5)).toBe(30)
  expect(limitOf('free', 'requests', 0.001)).toBe(1)
})

it('reports the state in X-RateLimit headers and in the IETF draft headers', () => {
  const usage = { policy: 'requests', limit: 60, used: 61, resetAt: 120, secondsLeft: 7 } as const
  expect(rateLimitHeaders(usage)).toEqual({
    'x-ratelimit-limit': '60',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': '120',
    'ratelimit-policy': '"requests";q=60;w=60',
    ratelimit: '"requests";r=0;t=7',
  })
})
