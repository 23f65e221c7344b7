import { describe, expect, it } from 'vitest'
import { pageDocument } from '../pages/visitor-page.ts'
import { appPage, openScript } from './app-page.ts'

const hostile = `myapp://x?a='><script>alert(1)</script>&b="`
const given = {
  url: hostile,
  store_url: 'https://apps.apple.com/app/id1?a=1&b=2',
  destination: `https://example.com/"onclick="alert(1)`,
  opensAtOnce: true,
}

describe('the page that opens an app', () => {
  it('contains URLs only as text of attributes, and one constant script', () => {
    const html = pageDocument(appPage(given), null, null)
    expect(html.match(/<script>/g)).toHaveLength(1)
    expect(html).toContain(`<script>${openScript}</script>`)
    expect(html).toContain('href="myapp://x?a=&#39;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;b=&quot;"')
    expect(html).toContain('href="https://example.com/&quot;onclick=&quot;alert(1)"')
    expect(openScript).not.toMatch(/example|myapp|<\//)
  })

  it('has a button for the app, the store and the destination, and no script if it must not open the app at once', () => {
    const html = pageDocument(appPage({ ...given, url: 'myapp://x', opensAtOnce: false }), null, null)
    expect(
      [...html.matchAll(/<a id="(\w+)" class="button \w*"[^>]*>([^<]+)/g)].map(([, id, text]) => [id, text]),
    ).toEqual([
      ['open', 'Open app'],
      ['store', 'Get the app'],
      ['web', 'Continue in the browser'],
    ])
    expect(html).not.toContain('<script')
    expect(pageDocument(appPage({ ...given, store_url: null }), null, null)).not.toContain('Get the app')
  })
})
