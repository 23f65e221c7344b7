import { describe, expect, it } from 'vitest'
import { limitOf, limitOfPlan, rateLimitHeaders, tellAndRefuse } from './rate-limit.ts'

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
  expect([0.5, 0].map((factor) => limitOfPlan('business', factor))).toEqual([600, 1_200])
})

it('reports the state in X-RateLimit headers and in the IETF draft headers', () => {
  const standing = { policy: 'requests', limit: 60, remaining: 0, resetInMs: 6_500 } as const
  expect(rateLimitHeaders(standing, 113_500)).toEqual({
    'x-ratelimit-limit': '60',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': '120',
    'ratelimit-policy': '"requests";q=60;w=60',
    ratelimit: '"requests";r=0;t=7',
  })
})

describe('two quotas', () => {
  const usage = { used: 10, limit: 60, freeInMs: 0, resetInMs: 5_000 }
  const wider = { used: 238, limit: 240, freeInMs: 0, resetInMs: 9_000 }
  const report = (usages: (typeof usage)[], isAllowed = true) => {
    let told: Record<string, string> = {}
    const tell = () => tellAndRefuse({ policy: 'requests', whose: 'for all' }, { isAllowed, usages }, (h) => (told = h))
    return { tell, told: () => told }
  }

  it('are reported as the first one, with what both leave', () => {
    const { tell, told } = report([usage, wider])
    tell()
    expect(told()).toMatchObject({ 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '2' })
  })

  it('refuse with the limit that is used up', () => {
    const full = { ...wider, used: 240, freeInMs: 3_100 }
    expect(report([usage, full], false).tell).toThrow('the limit is 240 per minute for all. Try again in 4 seconds.')
    const own = { ...usage, used: 60, freeInMs: 1_000 }
    expect(report([own, wider], false).tell).toThrow('the limit is 60 per minute. Try again in 1 seconds.')
  })
})
