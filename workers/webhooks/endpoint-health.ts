import { isSuspect, pauseMs } from '#core/webhooks/schedule.ts'
import type { Attempted } from '#model/webhooks/delivery-queue.ts'
import type { EndpointHealth } from '#model/webhooks/endpoints.ts'
import { failingMs, failuresInAll } from './limits.ts'

/** The endpoint's health after another attempt. */
export function afterAttempt(
  before: EndpointHealth,
  { attemptedAt, status, error, retryAfterMs }: Attempted,
  factor: number,
): EndpointHealth {
  if (error === null) return { ...before, failuresInARow: 0, hasSucceeded: true, failingSince: null }
  const failuresInARow = before.failuresInARow + 1
  const failingSince = before.failingSince ?? attemptedAt
  const failsOften = failuresInARow >= failuresInAll
  const failsLong = attemptedAt.getTime() - failingSince.getTime() >= failingMs * factor
  const isFailing = failsOften && (failsLong || !before.hasSucceeded)
  return {
    failuresInARow,
    hasSucceeded: before.hasSucceeded,
    failingSince,
    retryAfterMs: Math.max(before.retryAfterMs, retryAfterMs),
    disabledReason: before.disabledReason ?? (status === 410 ? 'gone' : isFailing ? 'failing' : null),
  }
}

/** How long the endpoint is paused. */
export const pauseOf = ({ failuresInARow, retryAfterMs }: EndpointHealth, factor: number): number =>
  Math.max(retryAfterMs, pauseMs(failuresInARow) * factor)

/** True if nothing more is sent in this turn. */
export const isClosed = ({ failuresInARow, retryAfterMs, disabledReason }: EndpointHealth): boolean =>
  retryAfterMs > 0 || disabledReason !== null || isSuspect(failuresInARow)
