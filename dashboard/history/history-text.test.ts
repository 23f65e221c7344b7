import { expect, it } from 'vitest'
import { keepTimeZone } from '../format/time-zone.ts'
import { historyLabel, historyValue, linesOf } from './history-text.ts'

const nameOf = (id: string) => (id === 'known' ? 'Spring' : undefined)
const shown = (field: string, value: unknown) => historyValue(field, value, nameOf)

it('names fields as forms do', () => {
  expect(['url', 'short_code', 'utm_source', 'expires_at', 'og'].map(historyLabel)).toEqual([
    'Destination',
    'Slug',
    'UTM source',
    'Expiration date',
    'Social preview',
  ])
})

it('shows values in words', () => {
  expect(shown('name', null)).toBe('none')
  expect(shown('is_active', false)).toBe('off')
  expect([shown('password', true), shown('password', false)]).toEqual(['set', 'none'])
  expect([shown('tags', ['a', 'b']), shown('tags', [])]).toEqual(['a, b', 'none'])
  expect([shown('campaign_id', 'known'), shown('campaign_id', 'gone')]).toEqual(['Spring', 'a deleted campaign'])
  expect(shown('max_clicks', 5)).toBe('5')
  const rule = { name: 'Germany', destination_url: 'https://example.com/de', conditions: [] }
  expect(shown('targeting_rules', [rule])).toBe('Germany: https://example.com/de')
  expect(shown('og', { title: 'A card', description: null, image_url: null })).toBe('A card')
})

it('shows the content and the design of codes, and the variants of tests', () => {
  expect(shown('content_data', true)).toBe('content with a password')
  expect(shown('content_data', { latitude: 1.5, label: 'Here', more: { zip: null } })).toBe('1.5, Here')
  const variant = { name: 'Variant A', destination_url: 'https://example.com/a', traffic_weight: 33.3333 }
  expect(shown('variants', [variant])).toBe('Variant A: https://example.com/a (33.33%)')
  expect(
    linesOf([
      { field: 'content_data', before: true, after: { url: 'x' } },
      { field: 'content_text', before: 'y', after: 'x' },
      { field: 'visual_settings', before: { size: 512, logo: null }, after: { size: 300, logo: null } },
    ]),
  ).toEqual([
    { field: 'content_text', before: 'y', after: 'x' },
    { field: 'size', before: 512, after: 300 },
  ])
})

it('shows dates in the time zone of the user', () => {
  keepTimeZone('Asia/Tokyo')
  expect(shown('expires_at', '2026-01-01T20:00:00.000Z')).toContain('5:00')
  keepTimeZone('America/New_York')
  expect(shown('expires_at', '2026-01-01T20:00:00.000Z')).toContain('3:00')
  keepTimeZone(null)
})

it('shows scheduled changes with their times', () => {
  keepTimeZone('America/New_York')
  const changes = { url: 'https://example.com/later', is_active: false }
  const text = shown('schedules', [{ id: 'one', at: '2026-01-01T20:00:00.000Z', changes }])
  expect(text).toMatch(/^Jan 1, 2026, 3:00\sPM: Destination: example\.com\/later, Disabled$/)
  expect([shown('schedules', []), historyLabel('schedules')]).toEqual(['none', 'Scheduled changes'])
  keepTimeZone(null)
})
