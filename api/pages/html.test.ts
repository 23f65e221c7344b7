import { expect, it } from 'vitest'
import { html } from './html.ts'

it('escapes every value and leaves HTML as it is', () => {
  const evil = `"><script>alert('&')</script>`
  expect(html`<a title="${evil}">${[html`<b>`, evil]}</a>`.text).toBe(
    '<a title="&quot;&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;">' +
      '<b>&quot;&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;</a>',
  )
})
