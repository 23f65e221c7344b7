import { expect, it } from 'vitest'
import { findRetry, healthOf, outcomeOf, pretty } from './health.ts'

const well = { is_active: true, disabled_reason: null, failing_since: null, paused_until: null }
const then = '2026-03-01T12:00:00.000Z'

it.each([
  [{}, 'Active'],
  [{ failing_since: then }, 'Failing'],
  [{ failing_since: then, paused_until: then }, 'Paused'],
  [{ is_active: false }, 'Disabled'],
  [{ is_active: false, disabled_reason: 'failing' as const, failing_since: then }, 'Disabled'],
  [{ is_active: false, disabled_reason: 'gone' as const }, 'Disabled'],
])('the health of %j is %s', (state, name) => {
  const health = healthOf({ ...well, ...state })
  expect(health.name).toBe(name)
  expect(health.reason === undefined).toBe(name === 'Active')
})

it('describes the outcome of the last attempt', () => {
  expect(outcomeOf({ attempts: 0, response: null, error: null })).toBe('Not sent yet')
  expect(outcomeOf({ attempts: 1, response: null, error: 'timeout' })).toBe('No response')
  expect(outcomeOf({ attempts: 1, response: { status: 500, body: '' }, error: 'status 500' })).toBe('500')
})

it('sends a failed delivery again when it is due, but not before a pause ends or while the webhook is disabled', () => {
  const failed = { attempts: 1, next_attempt_at: then }
  const [earlier, later] = ['2026-03-01T11:00:00.000Z', '2026-03-01T13:00:00.000Z']
  expect(findRetry(well, failed)).toBe(then)
  expect(findRetry({ ...well, paused_until: earlier }, failed)).toBe(then)
  expect(findRetry({ ...well, paused_until: later }, failed)).toBe(later)
  expect(findRetry({ ...well, is_active: false }, failed)).toBeNull()
  expect(findRetry(well, { attempts: 0, next_attempt_at: then })).toBeNull()
  expect(findRetry(well, { attempts: 2, next_attempt_at: null })).toBeNull()
})

it('formats JSON, and leaves truncated text unchanged', () => {
  expect(pretty('{"a":1}')).toBe('{\n  "a": 1\n}')
  expect(pretty('{"a":"…')).toBe('{"a":"…')
})
