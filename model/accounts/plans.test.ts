import { expect, it } from 'vitest'
import { requireFeature } from './plans.ts'

it('allows features of the plan, and requests that need none', () => {
  expect(() => requireFeature('free', undefined)).not.toThrow()
  expect(() => requireFeature('pro', 'device_analytics')).not.toThrow()
  expect(() => requireFeature('business', 'webhooks')).not.toThrow()
})

it('names the feature and the plan', () => {
  expect(() => requireFeature('pro', 'webhooks')).toThrow(
    expect.objectContaining({ code: 'FEATURE_DISABLED', details: { feature: 'webhooks', currentPlan: 'pro' } }),
  )
})
