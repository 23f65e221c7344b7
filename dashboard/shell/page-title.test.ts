import { expect, it } from 'vitest'
import { pageTitle } from './page-title.ts'

it.each([
  ['/', 'Home'],
  ['/ab-tests', 'A/B tests'],
  ['/links/019f0000-0000-7000-8000-000000000000', 'Link'],
  ['/qr-codes/new', 'Create QR code'],
  ['/nothing', 'Waymark'],
])('names %s', (path, title) => {
  expect(pageTitle(path)).toBe(title)
})
