import { expect, it } from 'vitest'
import { valueAt } from './form-values.ts'

const values = { url: 'a', variants: [{ weight: '50' }], contents: { vcard: { 'address.city': 'Bern' } } }

it.each([
  ['url', 'a'],
  ['variants.0.weight', '50'],
  ['contents.vcard.address.city', 'Bern'],
  ['contents.vcard', values.contents.vcard],
])('finds %s', (path, value) => {
  expect(valueAt(values, path)).toBe(value)
})

it('finds the innermost object without the member', () => {
  expect(valueAt(values, 'expires_at')).toBe(values)
  expect(valueAt(values, 'variants.0.name')).toBe(values.variants[0])
  expect(valueAt(values, 'contents.wifi.ssid')).toBe(values.contents)
})
