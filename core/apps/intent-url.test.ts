import { describe, expect, it } from 'vitest'
import { intentUrl } from './intent-url.ts'

const intent = (url: string, package_name: string | null = null, fallback = 'https://example.com/?a=1&b=2#c;end') =>
  intentUrl({ url, package_name, fallback })
const fallback = 'S.browser_fallback_url=https%3A%2F%2Fexample.com%2F%3Fa%3D1%26b%3D2%23c%3Bend'

/** As Android reads it: the data before the last #, and the parameters after it. */
function read(url: string) {
  const at = url.lastIndexOf('#')
  const parameters = url.slice(at + '#Intent;'.length).split(';')
  return {
    isIntent: url.startsWith('intent:') && url.startsWith('#Intent;', at),
    data: url.slice('intent'.length, at),
    parameters,
  }
}

describe('the URL that opens an app on Android', () => {
  it('has the scheme, the app, and the destination for visitors without it', () => {
    expect(intent('myapp://product/42?a=1', 'com.example.app')).toBe(
      `intent://product/42?a=1#Intent;scheme=myapp;package=com.example.app;${fallback};end`,
    )
    expect(intent('my.app+x://')).toBe(`intent://#Intent;scheme=my.app+x;${fallback};end`)
  })

  it.each([
    'myapp://x;package=com.evil;end',
    'myapp://x#/route;package=com.evil;end',
    'myapp://x?a=#b',
    'myapp://x/%23Intent;',
  ])('takes no parameters from %s', (url) => {
    const found = read(intent(url, 'com.example.app') ?? '')
    expect(found.isIntent).toBe(true)
    expect(`myapp${found.data}`).toBe(url)
    expect(found.parameters).toEqual(['scheme=myapp', 'package=com.example.app', fallback, 'end'])
  })

  it('is null if it would be too long for a header', () => {
    expect(intent('myapp://x', null, `https://example.com/${'ä'.repeat(1_000)}`)).toBeNull()
  })
})
