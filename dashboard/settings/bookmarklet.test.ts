import { describe, expect, it } from 'vitest'
import { bookmarklet } from './bookmarklet.ts'

const dashboard = 'https://way.example/some%20path/app/'

/** Runs the bookmarklet on a page as a browser does, and returns the URL that it opens. */
function runOn(href: string, opens = true): { opened: string; result: unknown; here: string } {
  const location = { href }
  let opened = ''
  const open = (url: string) => {
    opened = url
    return opens ? {} : null
  }
  const code = decodeURIComponent(bookmarklet(dashboard).replace(/^javascript:/, ''))
  // oxlint-disable-next-line typescript/no-implied-eval -- a bookmarklet is code in a URL
  const result: unknown = new Function('location', 'open', `return ${code}`)(location, open)
  return { opened, result, here: location.href }
}

describe('bookmarklet', () => {
  it.each([
    'https://example.com/?a=1&b=2#c?d&e',
    'https://example.com/100%25?q=a+b&q=%2B%26%23',
    'https://xn--bcher-kva.example/%C3%BC?%F0%9F%98%80',
    `https://example.com/'"\`;alert(1)//<script>\\`,
    `https://example.com/${'x'.repeat(5_000)}`,
  ])('passes %s on unchanged', (href) => {
    const { opened, result, here } = runOn(href)
    expect(opened.startsWith(`${dashboard}links?create=`)).toBe(true)
    expect(new URL(opened).searchParams.get('create')).toBe(href)
    expect({ result, here }).toEqual({ result: undefined, here: href })
  })

  it('opens the form in this tab if the browser blocks a new one', () => {
    const { opened, here } = runOn('https://example.com/', false)
    expect(here).toBe(opened)
  })

  it('is a URL without characters that an address bar or an attribute changes', () => {
    expect(bookmarklet(dashboard)).toMatch(/^javascript:[\w%=:/?.()>{}+;|-]+$/)
  })
})
