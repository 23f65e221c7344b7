import { describe, expect, it } from 'vitest'
import { chooseIcons, resolve } from './choose-icons.ts'
import { readHead } from './read-head.ts'

describe('the head of a page', () => {
  it('gives the card of social networks first, then what search engines show', () => {
    const head = readHead(`<!doctype html><html><head><base href="/docs/">
      <!-- <title>In a comment</title> -->
      <script>document.write("<title>In a script</title>")</script>
      <title>
        Plain &amp; simple</title>
      <meta name=description content='What it&#39;s about'>
      <META PROPERTY="og:image" CONTENT="/card.png?a=1&amp;b=2">
      <meta property="og:site_name" content="Example > Inc">
      <link rel="stylesheet" href="x.css"><link rel="shortcut icon" sizes="32x32" href="/i.png" type="image/png">
      </head><body><svg><title>Logo</title></svg></body>`)
    expect(head).toEqual({
      base: '/docs/',
      title: 'Plain & simple',
      description: 'What it’s about'.replace('’', "'"),
      site_name: 'Example > Inc',
      picture: '/card.png?a=1&b=2',
      icons: [{ href: '/i.png', type: 'image/png', size: 32, isTouch: false }],
    })
    const social =
      '<title>Plain</title><meta property="og:title" content="Social"><meta property="og:title" content="Two">'
    expect(readHead(social).title).toBe('Social')
  })

  it('removes what disguises a text, and cuts it', () => {
    const title = (text: string) => readHead(`<title>${text}</title>`).title
    expect(title('a\u202eb\u0000c\n d&#xd800;&#0;e')).toBe('ab c d\ufffd e')
    expect(title('&#128512;'.repeat(400))).toMatch(/^😀{149}…$/u)
    expect([title(''), title(' \n '), title('&unknown; &lt;b&gt;')]).toEqual([null, null, '&unknown; <b>'])
  })

  it('reads damaged pages in time proportional to their length', () => {
    const hostile = [
      '<meta ',
      '<title>',
      '<!--',
      '<a "',
      "<link rel='",
      '<script>',
      '&#',
      '<meta a=',
      '</',
      '<meta content=" ',
    ]
    for (const part of hostile) {
      const started = performance.now()
      readHead(part.repeat(Math.ceil(1_000_000 / part.length)))
      readHead(`<meta ${' '.repeat(8_000)}${'a '.repeat(1_000_000)}`)
      expect(performance.now() - started, part).toBeLessThan(2_000)
    }
  })
})

describe('icons', () => {
  const icon = { type: '', size: 0, isTouch: false }
  const base = 'https://example.com/a/b'

  it('are tried in the order of their use, and never as SVG', () => {
    const icons = [
      { ...icon, href: 'touch.png', isTouch: true, size: 180 },
      { ...icon, href: 'icon.svg' },
      { ...icon, href: 'vector', type: 'image/svg+xml' },
      { ...icon, href: '16.png', size: 16 },
      { ...icon, href: '96.png', size: 96 },
      { ...icon, href: 'data:image/png;base64,AA==', size: 64 },
    ]
    expect(chooseIcons(icons, base)).toEqual([
      'https://example.com/a/96.png',
      'https://example.com/a/16.png',
      'https://example.com/favicon.ico',
    ])
    expect(chooseIcons([], base)).toEqual(['https://example.com/favicon.ico'])
  })

  it('are only read over http', () => {
    expect(
      ['//cdn.example/x#y', 'javascript:1', 'file:///etc/passwd', 'http://[', ''].map((one) => resolve(one, base)),
    ).toEqual(['https://cdn.example/x', null, null, null, base])
  })
})
