import { describe, expect, it } from 'vitest'
import {
  api,
  create,
  expectError,
  follow,
  get,
  key,
  post,
  put,
  read,
  useRedirector,
  useShortUrls,
} from '../support/short-urls.ts'

useShortUrls()
useRedirector()

const long = (length: number, rest = 'a') => `https://example.com/${rest.repeat(length - 20)}`

describe('url: redirects exactly where a browser would go', () => {
  it.each([
    ['http://example.com/', 'http://example.com/'],
    ['HTTPS://EXAMPLE.COM/Path', 'https://example.com/Path'],
    ['https:example.com', 'https://example.com/'],
    ['https:\\\\example.com\\a', 'https://example.com/a'],
    ['  https://example.com/spaces  ', 'https://example.com/spaces'],
    ['https://example.com:443/', 'https://example.com/'],
    ['https://example.com:8443/', 'https://example.com:8443/'],
    ['https://example.com/a/../b/./c', 'https://example.com/b/c'],
    ['https://example.com/%2e%2e/x', 'https://example.com/x'],
    ['https://example.com/100%', 'https://example.com/100%'],
    ['https://example.com/?q=a b&r="x"#f g', 'https://example.com/?q=a%20b&r=%22x%22#f%20g'],
    ['https://example.com/日本', 'https://example.com/%E6%97%A5%E6%9C%AC'],
    ['https://example.com/\ud800', 'https://example.com/%EF%BF%BD'],
    // A host name with non-ASCII characters is shown in ASCII form: a look-alike cannot hide.
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['https://gооgle.example/', 'https://xn--ggle-55da.example/'],
    ['https://аррӏе.example/', 'https://xn--80ak6aa92e.example/'],
    ['https://xn--bcher-kva.example/', 'https://xn--bcher-kva.example/'],
    ['https://faß.example/', 'https://xn--fa-hia.example/'],
    ['https://ｅｘａｍｐｌｅ。com/', 'https://example.com/'],
    ['https://exa\u00admple.com/', 'https://example.com/'],
    // Control characters: those that browsers drop are dropped, the others are encoded.
    ['https://exa\tmple.com/a\nb\rc', 'https://example.com/abc'],
    ['https://example.com/a\r\nSet-Cookie: x=1', 'https://example.com/aSet-Cookie:%20x=1'],
    ['https://example.com/\u0000\u0001\u007f', 'https://example.com/%00%01%7F'],
    ['https://example.com/%0d%0aSet-Cookie:x', 'https://example.com/%0d%0aSet-Cookie:x'],
    ['\u0000\u001fhttps://example.com/', 'https://example.com/'],
    ['https://example.com/\u2028\u202e', 'https://example.com/%E2%80%A8%E2%80%AE'],
    // Local hosts: visitors may reach them, and the server never requests them.
    ['http://0x7f.1/', 'http://127.0.0.1/'],
    ['http://2130706433/', 'http://127.0.0.1/'],
    ['http://[::ffff:7f00:1]/', 'http://[::ffff:7f00:1]/'],
    // Looks like our own host, but is not.
    ['http://localhost:9999/x', 'http://localhost:9999/x'],
    ['http://xlocalhost:8080/x', 'http://xlocalhost:8080/x'],
    ['http://localhost.example:8080/x', 'http://localhost.example:8080/x'],
    ['https://example.com/?next=http://localhost:8080/', 'https://example.com/?next=http://localhost:8080/'],
    ['https://example.com/http://user:secret@x', 'https://example.com/http://user:secret@x'],
    ['https://example.com?@localhost:8080', 'https://example.com/?@localhost:8080'],
  ])('%j', async (url, expected) => {
    const answer = await post({ url })
    expect(answer.status, answer.text).toBe(201)
    const { short_code, original_url } = answer.json.data
    expect(new URL(original_url).href).toBe(expected)
    const { status, headers } = await follow(short_code)
    expect([status, new URL(headers.location ?? '').href, headers['set-cookie']]).toEqual([302, expected, undefined])
    expect(headers.location).toMatch(/^https?:\/\/[\x21-\x7e]+$/)
  })

  it('accepts up to 8,192 characters, encoded or not', async () => {
    expect((await follow((await create({ url: long(8_192) })).short_code)).headers.location).toBe(long(8_192))
    const encoded = long(8_192).replace(/a{6}$/, 'ä')
    expect((await create({ url: encoded })).original_url).toHaveLength(8_192)
    for (const url of [long(8_193), long(8_192).replace(/a{5}$/, 'ä'), `  ${long(8_192)}`]) {
      expectError(await post({ url }), { status: 422, code: 'VALIDATION_ERROR' })
    }
  })
})

const refused = [
  '',
  ' ',
  'example.com',
  '//example.com/',
  '/path',
  'https://',
  'https:///',
  'http://a b.example/',
  'http://exa%mple.com/',
  'http://[::1',
  'http://1.2.3.256/',
  'http://example.com:65536/',
  'http://ex\u0000ample.com/',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\tscript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript://example.com/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://example.com/x',
  'file:///etc/passwd',
  'ftp://example.com/',
  'mailto:a@example.com',
  'intent://x#Intent;end',
  'about:blank',
  'view-source:https://example.com/',
  'ws://example.com/',
  'https://user@example.com/',
  'https://user:secret@example.com/',
  'https://:secret@example.com/',
  'https://example.com@evil.example/',
  'https://example.com%40evil.example@evil.example/',
  'https:\\\\user@evil.example/',
  // Our own host, in every spelling that browsers accept.
  'http://localhost:8080/x',
  'http://localhost:8080',
  'http://localhost:8080//x',
  'http://LOCALHOST:8080/x',
  'http://localhost.:8080/x',
  'http://ｌｏｃａｌｈｏｓｔ:8080/x',
  'http://%6cocalhost:8080/x',
  'http://local\thost:8080/x',
  'http://loc\u00adalhost:8080/x',
  'http:\\\\localhost:8080\\x',
  'http:localhost:8080/x',
  'https://localhost:8080/x',
  'http://localhost:08080/x',
]

describe('url: is rejected with 422 VALIDATION_ERROR in every field that redirects visitors', () => {
  it.each(refused)('%j', async (address) => {
    const link = await create()
    for (const field of ['url', 'expired_url', 'ios_url', 'android_url']) {
      const details = { errors: [{ field, message: expect.any(String) }] }
      const refusal = { status: 422, code: 'VALIDATION_ERROR', details }
      expectError(await post({ url: 'https://example.com/', [field]: address }), refusal)
      expectError(await put(link.id, { name: 'changed', [field]: address }), refusal)
    }
    const bulk = await api.request('POST', '/short-urls/bulk', { key, body: { urls: [{ url: address }] } })
    expect(bulk.json.data.failed).toMatchObject([{ index: 0, code: 'VALIDATION_ERROR' }])
    expect(await read(link.id)).toEqual(link)
    expect((await get('/short-urls')).json.pagination.total).toBe(1)
  })
})
