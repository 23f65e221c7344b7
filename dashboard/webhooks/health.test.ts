import { expect, it } from 'vitest'
import { healthOf, outcomeOf, pretty } from './health.ts'

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

it('formats JSON, and leaves truncated text unchanged', () => {
  expect(pretty('{"a":1}')).toBe('{\n  "a": 1\n}')
  expect(pretty('{"a":"…')).toBe('{"a":"…')
})
