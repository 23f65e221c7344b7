import { expect, it } from 'vitest'
import { parseUrl } from './parse-url.ts'

it('reads an address, and answers null for what is none', () => {
  expect(parseUrl('HTTPS://Bücher.example/ä')?.href).toBe('https://xn--bcher-kva.example/%C3%A4')
  for (const text of ['', 'example.com', '/page', 'http://', 'http://a b/']) expect(parseUrl(text)).toBeNull()
})

it('reads accented letters however often it is asked', () => {
  let denied = 0
  for (let call = 0; call < 50_000; call++) if (parseUrl('https://Bücher.example/ä') === null) denied++
  expect(denied).toBe(0)
})
