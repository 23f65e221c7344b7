import { describe, expect, it } from 'vitest'
import { deviceDestination, isAppUrl } from './app-url.ts'

const read = (value: string) => deviceDestination.safeParse(value)
const messageOf = (value: string) => read(value).error?.issues[0]?.message

describe('a destination for a device', () => {
  it.each([
    ['https://example.com', 'https://example.com'],
    ['http://example.com/ä', 'http://example.com/%C3%A4'],
    ['myapp://open', 'myapp://open'],
    ['MyApp://Product/42?a=1#/route', 'myapp://Product/42?a=1#/route'],
    ['com.example.app://oauth', 'com.example.app://oauth'],
    ['fb123456://', 'fb123456://'],
    ['  myapp://open?q=a b"<>  ', 'myapp://open?q=a%20b%22%3C%3E'],
    ['myapp://o\tpen\n/x', 'myapp://open/x'],
    ['myapp://ö/ü', 'myapp://%C3%B6/%C3%BC'],
  ])('%j is stored as %j', (given, stored) => {
    expect(read(given).data).toBe(stored)
  })

  it.each([
    ...['javascript:alert(1)', 'JAVASCRIPT://%0aalert(1)', ' java\tscript:alert(1)', 'javascript://x', 'vbscript:x'],
    ...['data:text/html,x', 'data://x', 'blob:https://x/y', 'file:///etc/passwd', 'filesystem:https://x/y'],
    ...[
      'about:blank',
      'about://x',
      'view-source:https://x',
      'intent://x#Intent;scheme=a;end',
      'INTENT:x',
      'content://x',
    ],
    ...['android-app://x', 'chrome://settings', 'tel:+123', 'sms:1', 'mailto:a@example.com', 'ftp://x', 'ws://x'],
    ...['itms-services://?action=download-manifest', 'ms-msdt:/id', 'ms-settings://x', 'search-ms://x'],
    ...[
      'googlechromes://evil.example',
      'googlechrome-x-callback://x',
      'firefox://open-url?url=x',
      'x-safari-https://x',
    ],
    ...['microsoft-edge-https://x', 'opera-http://x', 'brave://open-url?url=x', 'touch-https://x'],
  ])('%j is refused', (given) => {
    expect(messageOf(given)).toMatch(/scheme is not allowed|Must start with/)
  })

  it.each([
    ['example.com', /Enter a full URL/],
    ['', /Enter a full URL/],
    ['myapp:open', /such as myapp:\/\/open/],
    ['myapp:/open', /such as myapp:\/\/open/],
    ['a://x', /such as myapp:\/\/open/],
    ['myapp://user:secret@host', /username or password/],
    ['myapp://x#Intent;package=com.evil;end', /#Intent;/],
    ['myapp://x#intent;package=com.evil;end', /#Intent;/],
    [`myapp://${'a'.repeat(2_048)}`, /2,048/],
    [`https://example.com/${'a'.repeat(8_192)}`, /8,192/],
    ['https://user:secret@example.com', /username or password/],
  ])('%j is refused with a clear error', (given, message) => {
    expect(messageOf(given)).toMatch(message)
  })

  it('opens an app unless it is an http or https URL', () => {
    expect(['https://a', 'http://a', 'myapp://a', 'httpx://a'].map(isAppUrl)).toEqual([false, false, true, true])
  })
})
