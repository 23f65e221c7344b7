import { expect, it } from 'vitest'
import { withScheme } from './urls.ts'

it.each([
  ['example.com/a', 'https://example.com/a'],
  ['http://example.com', 'http://example.com'],
  ['mailto:a@b.example', 'mailto:a@b.example'],
  ['', ''],
])('reads %s as %s', (given, meant) => {
  expect(withScheme(given)).toBe(meant)
})
