import { expect, it } from 'vitest'
import { requireFeature } from './plans.ts'

it('lets through what the plan has, and what needs no feature', () => {
  expect(() => requireFeature('free', undefined)).not.toThrow()
  expect(() => requireFeature('pro', 'device_analytics')).not.toThrow()
  expect(() => requireFeature('business', 'webhooks')).not.toThrow()
})

it('says which feature and which plan', () => {
  expect(() => requireFeature('pro', 'webhooks')).toThrow(
    expect.objectContaining({ code: 'FEATURE_DISABLED', details: { feature: 'webhooks', currentPlan: 'pro' } }),
  )
})
