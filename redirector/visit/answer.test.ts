import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseUrl } from '#schemas/parse-url.ts'
import { headerValue, locationValue, redirectAnswer } from './answer.ts'

/** What has split responses or smuggled schemes elsewhere. */
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
  it.each(attacks)('lets no byte through that could end the header: %j', (url) => {
    expect(locationValue(url) ?? '').toMatch(/^[\x21-\x7e]*$/)
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', '//x.test', '', 'https://'])('refuses %j', (url) => {
    expect(locationValue(url)).toBeNull()
  })

  it('takes a clean address as it is spelled', () => {
    expect(locationValue('https://example.com')).toBe('https://example.com')
  })

  it('spells Unicode as WHATWG URL does', () => {
    expect(locationValue('https://bücher.test/ä b?q=ö#ß')).toBe('https://xn--bcher-kva.test/%C3%A4%20b?q=%C3%B6#%C3%9F')
  })

  it('holds only the bytes 0x21 to 0x7e, and names the address that was meant, for any Unicode', () => {
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
  it.each(['a\r\nb', 'a\nb', 'a\u0000', 'ä', '\u007f'])('refuses %j', (text) => {
    expect(() => headerValue(text)).toThrow(RangeError)
  })
})

describe('redirectAnswer', () => {
  const cacheControl = (status: 301 | 302 | 307 | 308) =>
    redirectAnswer({ url: 'https://x.test/', status })?.headers.find(([name]) => name === 'Cache-Control')?.[1]

  it('keeps a temporary redirect out of every cache', () => {
    expect([cacheControl(302), cacheControl(307)]).toEqual(['private, no-store', 'private, no-store'])
  })

  it('lets browsers keep a permanent redirect for a short time only', () => {
    expect([cacheControl(301), cacheControl(308)]).toEqual(['private, max-age=90', 'private, max-age=90'])
  })
})
