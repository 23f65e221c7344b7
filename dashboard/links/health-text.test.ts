import { expect, it } from 'vitest'
import type { DestinationHealth } from '#schemas/destination-health.ts'
import { describeHealth } from './health-text.ts'

const now = Date.parse('2026-11-26T12:00:00Z')
const well: DestinationHealth = {
  state: 'ok',
  problem: null,
  status_code: 200,
  failing_since: null,
  title: 'Sale',
  previous_title: null,
  title_changed_at: null,
  certificate_expires_at: '2027-01-20T12:00:00.000Z',
  checked_at: '2026-11-26T06:00:00.000Z',
}
const describe = (found: Partial<DestinationHealth>) => describeHealth({ ...well, ...found }, now)

it('returns nothing for a destination that works or was not checked', () => {
  expect([describeHealth(null, now), describe({})]).toEqual([null, null])
  expect(describe({ certificate_expires_at: null, state: 'unknown' })).toBeNull()
})

it.each<[Partial<DestinationHealth>, RegExp]>([
  [
    { problem: 'not_found', status_code: 404, failing_since: '2026-11-03T12:00:00.000Z' },
    /^The destination does not exist \(status 404\) since Nov 3, 2026/,
  ],
  [
    { problem: 'no_such_host', status_code: null, failing_since: '2026-11-03T12:00:00.000Z' },
    /^The domain of the destination does not exist since Nov 3, 2026/,
  ],
  [{ certificate_expires_at: '2026-11-30T12:00:00.000Z' }, /certificate of the destination expires on Nov 30, 2026/],
  [
    { title: 'Parked', previous_title: 'Sale', title_changed_at: '2026-11-20T12:00:00.000Z' },
    /changed from “Sale” to “Parked” on Nov 20, 2026/,
  ],
])('says what is wrong: %j', (found, sentence) => {
  expect(describe(found)).toMatch(sentence)
})

it('leaves out old changes of the title', () => {
  expect(describe({ previous_title: 'Old', title_changed_at: '2026-10-20T12:00:00.000Z' })).toBeNull()
})
