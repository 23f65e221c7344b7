import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseUrl } from '#schemas/parse-url.ts'
import { headerValue, locationValue, redirectAnswer } from './answer.ts'

/** Known attacks that split responses or smuggle schemes. */
const attacks = [
  'https://x.test/\r\nSet-Cookie: a=b',
  'https://x.test/\nX: y',
  'https://x.test/\rX: y',
  'https://x.test/\u0000',
  'https://x.test/\u2028X: y',
  'https://x.test/\u560d\u560aX: y',
  'https://x.test/%0d%0aX: y',
  'https://x.test/ \tX: y',
  'https://x.test/\u0085X: y',
  'https://x.test\r\n\r\n<script>',
  'https://x.test\\@y.test/',
  'javascript:alert(1)',
  'data:text/html,x',
  'https:x.test',
  '//x.test',
  '',
]

describe('locationValue', () => {
  it.each(attacks)('contains no byte that could end the header: %j', (url) => {
    expect(locationValue(url) ?? '').toMatch(/^[\x21-\x7e]*$/)
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', '//x.test', '', 'https://'])('rejects %j', (url) => {
    expect(locationValue(url)).toBeNull()
  })

  it('returns a plain URL unchanged', () => {
    expect(locationValue('https://example.com')).toBe('https://example.com')
  })

  it('encodes Unicode as WHATWG URL does', () => {
    expect(locationValue('https://bücher.test/ä b?q=ö#ß')).toBe('https://xn--bcher-kva.test/%C3%A4%20b?q=%C3%B6#%C3%9F')
  })

  it('contains only the bytes 0x21 to 0x7e and means the same URL, for any Unicode', () => {
    const part = fc.string({ unit: 'binary' })
    fc.assert(
      fc.property(fc.webUrl(), part, part, part, (base, path, query, fragment) => {
        const url = `${base}/${path}?${query}#${fragment}`
        const location = locationValue(url)
        expect(location === null).toBe(parseUrl(url) === null)
        expect(location ?? 'https://x').toMatch(/^https?:\/\/[\x21-\x7e]+$/)
        expect(location && new URL(location).href).toBe(location && new URL(url).href)
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('headerValue', () => {
  it.each(['a\r\nb', 'a\nb', 'a\u0000', 'ä', '\u007f'])('rejects %j', (text) => {
    expect(() => headerValue(text)).toThrow(RangeError)
  })
})

describe('redirectAnswer', () => {
  const cacheControl = (status: 301 | 302 | 307 | 308) =>
    redirectAnswer({ url: 'https://x.test/', status })?.headers.find(([name]) => name === 'Cache-Control')?.[1]

  it('prevents caching of a temporary redirect', () => {
    expect([cacheControl(302), cacheControl(307)]).toEqual(['private, no-store', 'private, no-store'])
  })

  it('lets browsers cache a permanent redirect for a short time only', () => {
    expect([cacheControl(301), cacheControl(308)]).toEqual(['private, max-age=90', 'private, max-age=90'])
  })
})
