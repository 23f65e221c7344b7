import { expect, it } from 'vitest'
import type { EndpointHealth } from '#model/webhooks/endpoints.ts'
import { afterAttempt } from './endpoint-health.ts'

const day = 86_400_000
const healthy: EndpointHealth = {
  ...{ failuresInARow: 0, hasSucceeded: true, failingSince: null, retryAfterMs: 0, disabledReason: null },
}
const failure = (at: number) => ({
  ...{ attemptedAt: new Date(at), status: 500, error: 'HTTP 500', retryAfterMs: 0, durationMs: 1, body: null },
})

function failAt(before: EndpointHealth, times: readonly number[]): EndpointHealth {
  return times.reduce((health, at) => afterAttempt(health, failure(at), 1), before)
}

const times = (count: number, everyMs: number) => Array.from({ length: count }, (_, index) => index * everyMs)

it('an endpoint is disabled after twenty failures that took five days', () => {
  expect(failAt(healthy, times(19, day)).disabledReason).toBeNull()
  expect(failAt(healthy, times(20, day)).disabledReason).toBe('failing')
  expect(failAt(healthy, times(20, day / 5)).disabledReason).toBeNull()
})

it('two failures with days between them do not disable it', () => {
  expect(failAt(healthy, [0, 6 * day])).toMatchObject({ failuresInARow: 2, disabledReason: null })
})

it('twenty failures disable an endpoint that has never accepted an event, however short they took', () => {
  const unknown = { ...healthy, hasSucceeded: false }
  expect(failAt(unknown, times(19, 1_000)).disabledReason).toBeNull()
  expect(failAt(unknown, times(20, 1_000)).disabledReason).toBe('failing')
})

it('a success begins anew', () => {
  const failed = failAt(healthy, times(19, day))
  const works = afterAttempt(failed, { ...failure(19 * day), status: 200, error: null }, 1)
  expect(works).toMatchObject({ failuresInARow: 0, failingSince: null })
  expect(failAt(works, [20 * day]).disabledReason).toBeNull()
})
