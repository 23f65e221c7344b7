import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { changeTexts } from '../format/schedule-text.ts'
import { keepTimeZone } from '../format/time-zone.ts'
import {
  draftSchedules,
  newSchedule,
  parseSchedules,
  placesOf,
  readSchedules,
  writeSchedules,
} from './schedule-drafts.ts'

beforeAll(() => keepTimeZone('America/New_York'))
afterAll(() => keepTimeZone(null))

const id = '0197a6f0-2b7c-7d3e-8f10-5a6b7c8d9e0f'
const rule = {
  id: '0197a6f0-2b7c-7d3e-8f10-5a6b7c8d9e10',
  name: 'Germany',
  priority: 1,
  match: 'all' as const,
  conditions: [{ type: 'country' as const, operator: 'in' as const, value: ['de'] }],
  destination_url: 'https://example.com/de',
}

describe('the scheduled changes of a form', () => {
  it('keep settings that the form does not show, and the seconds of an unchanged time', () => {
    const changes = { url: 'https://example.com/', is_active: false, targeting_rules: [rule], ios_url: null }
    const [draft] = parseSchedules(draftSchedules([{ id, at: '2030-01-01T12:00:07.250Z', changes }]))
    expect(draft).toMatchObject({ at: '2030-01-01T07:00', state: 'off', url: 'https://example.com/' })
    const { priority: _, ...sent } = rule
    const expected = { ...changes, targeting_rules: [sent] }
    const read = (part: object) => readSchedules(writeSchedules([{ ...newSchedule(), ...draft, ...part }]))
    expect(read({})).toEqual([{ id, at: '2030-01-01T12:00:07.250Z', changes: expected }])
    expect(read({ at: '2030-01-01T08:00' })).toEqual([{ id, at: '2030-01-01T13:00:00.000Z', changes: expected }])
    expect(read({ url: '', state: '', rules: null })).toEqual([
      { id, at: '2030-01-01T12:00:07.250Z', changes: { ios_url: null } },
    ])
  })

  it('stay the same in a draft that was kept in another time zone', () => {
    const at = '2030-01-01T12:00:00.000Z'
    const draft = draftSchedules([{ id, at, changes: { is_active: false } }])
    keepTimeZone('Europe/Berlin')
    onTestFinished(() => keepTimeZone('America/New_York'))
    expect(readSchedules(draft)).toMatchObject([{ at }])
  })

  it('are sent in the order of their times, and errors find their change', () => {
    const drafts = ['2030-01-03T00:00', '2030-01-01T00:00', '2030-01-02T00:00'].map((at, index) => ({
      ...{ ...newSchedule(), at, url: `example.com/${index}` },
    }))
    expect(readSchedules(writeSchedules(drafts))).toMatchObject([
      { at: '2030-01-01T05:00:00.000Z', changes: { url: 'https://example.com/1' } },
      { changes: { url: 'https://example.com/2' } },
      { changes: { url: 'https://example.com/0' } },
    ])
    expect(placesOf(drafts)).toEqual([2, 0, 1])
  })

  it('are described in words', () => {
    expect(
      changeTexts({ url: 'https://example.com/a', is_active: true, targeting_rules: [rule], fallback_url: null }),
    ).toEqual(['Destination: example.com/a', 'Fallback URL: none', 'Targeting rules: Germany', 'Enabled'])
    expect(changeTexts({ targeting_rules: [], is_active: false })).toEqual(['Targeting rules: none', 'Disabled'])
  })
})
