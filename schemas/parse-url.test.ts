import { expect, it } from 'vitest'
import { parseUrl } from './parse-url.ts'

it('parses a URL, and returns null for an invalid one', () => {
  expect(parseUrl('HTTPS://Bücher.example/ä')?.href).toBe('https://xn--bcher-kva.example/%C3%A4')
  for (const text of ['', 'example.com', '/page', 'http://', 'http://a b/']) expect(parseUrl(text)).toBeNull()
})

it('parses accented letters any number of times', () => {
  let denied = 0
  for (let call = 0; call < 50_000; call++) if (parseUrl('https://Bücher.example/ä') === null) denied++
  expect(denied).toBe(0)
})
