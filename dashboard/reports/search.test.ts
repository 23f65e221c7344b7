import { expect, it } from 'vitest'
import { readReportSearch } from './search.ts'

it('keeps valid values and drops defaults and invalid values', () => {
  const search = { period: '7d', country: 'de', metric: 'clicks', places: 'cities', trigger: 'qr', compare: 'previous' }
  expect(readReportSearch({ ...search, nonsense: 'x' })).toEqual({
    period: '7d',
    country: 'de',
    places: 'cities',
    trigger: 'qr',
  })
  expect(readReportSearch({ period: '30d', traffic: 'alien', device: 'toaster', tag: '', os: null })).toEqual({})
})

it('reads a number in a URL as text, as in ?tag=2026', () => {
  expect(readReportSearch({ tag: 2026 })).toEqual({ tag: '2026' })
})

it('accepts days only as an ordered pair', () => {
  expect(readReportSearch({ from: '2026-01-01', to: '2026-01-31' })).toEqual({ from: '2026-01-01', to: '2026-01-31' })
  expect(readReportSearch({ from: '2026-01-01' })).toEqual({})
  expect(readReportSearch({ from: '2026-02-01', to: '2026-01-01' })).toEqual({})
  expect(readReportSearch({ from: '2026-02-31', to: '2026-03-01' })).toEqual({})
})

it('reads back its own output', () => {
  const search = readReportSearch({ city: 'de_Bavaria_Munich', traffic: 'bot', compare: 'year', utm_source: 'a b' })
  expect(readReportSearch({ ...search })).toEqual(search)
})

it.each(['toString', 'constructor', '__proto__'])('does not accept the inherited property %s as a name', (name) => {
  expect(readReportSearch({ period: name, compare: name, metric: name })).toEqual({})
})
