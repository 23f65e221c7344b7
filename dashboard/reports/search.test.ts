import { expect, it } from 'vitest'
import { readReportSearch } from './search.ts'

it('keeps valid URL parameters and drops defaults and invalid ones', () => {
  const search = { period: '7d', country: 'de', metric: 'clicks', places: 'cities', trigger: 'qr', compare: 'previous' }
  expect(readReportSearch({ ...search, nonsense: 'x' })).toEqual({
    period: '7d',
    country: 'de',
    places: 'cities',
    trigger: 'qr',
  })
  expect(readReportSearch({ period: '30d', traffic: 'alien', device: 'toaster', tag: '', os: null })).toEqual({})
})

it('reads a number in a URL as text, such as ?tag=2026', () => {
  expect(readReportSearch({ tag: 2026 })).toEqual({ tag: '2026' })
})

it('accepts only a complete date range in the right order', () => {
  expect(readReportSearch({ from: '2026-01-01', to: '2026-01-31' })).toEqual({ from: '2026-01-01', to: '2026-01-31' })
  expect(readReportSearch({ from: '2026-01-01' })).toEqual({})
  expect(readReportSearch({ from: '2026-02-01', to: '2026-01-01' })).toEqual({})
  expect(readReportSearch({ from: '2026-02-31', to: '2026-03-01' })).toEqual({})
})

it('reads back what it wrote', () => {
  const search = readReportSearch({ city: 'de_Bavaria_Munich', traffic: 'bot', compare: 'year', utm_source: 'a b' })
  expect(readReportSearch({ ...search })).toEqual(search)
})

it.each(['toString', 'constructor', '__proto__'])('does not mistake %s for a name', (name) => {
  expect(readReportSearch({ period: name, compare: name, metric: name })).toEqual({})
})
