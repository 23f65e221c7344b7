import type { Dice } from '../guarantees/dice.ts'
import { oddTexts } from './odd-values.ts'
import { shortLinkHost } from './start-stack.ts'

// The parts that random visits are composed of.

export const bodies: readonly string[] = [
  'password=open+sesame',
  'password=wrong',
  'password=&password=open+sesame',
  `password=${'x'.repeat(4_000)}`,
  `password=${'x'.repeat(100_000)}`,
  `${'a=1&'.repeat(900)}`,
  'password=%ff%00%zz',
  '',
  '{}',
]

export const oddLengths: readonly [string[], string][] = [
  [['Content-Length: 5', 'Content-Length: 50'], 'a=b&c'],
  [['Content-Length: -1'], 'a'],
  [['Content-Length: 99999999999999999999'], 'a'],
  [['Content-Length: 5', 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
  [['Transfer-Encoding: chunked'], 'ffffffffffffffff\r\nx'],
  [['Transfer-Encoding: chunked'], 'zz\r\n'],
  [['Transfer-Encoding: gzip, chunked'], '0\r\n\r\n'],
  [['Content-Length: 100'], 'short'],
]

export const oddCodes: readonly string[] = [
  '',
  'unknown',
  '%75sual',
  '%E2%82%AC',
  '%ff%fe%00',
  '%zz%',
  '..%2f..%2f',
  '../../etc/passwd',
  'healthz',
  'readyz',
  'robots.txt',
  'favicon.ico',
  'a'.repeat(51),
  'a/'.repeat(900),
  '%'.repeat(1_500),
  '%2525252525',
  '\xc3\xa9\xff',
  'metrics',
  'api/v1/me',
  '?',
  '#part',
]

export const queries: readonly string[] = [
  '?',
  '?a=1&b=2',
  '?utm_source=news&utm_medium=%ff',
  `?${'a&'.repeat(1_800)}`,
  `?${'%61&'.repeat(900)}`,
  `?${'"'.repeat(500)}`,
  `?utm_source=${'%F0%9F%98%80'.repeat(200)}`,
  `?${'q'.repeat(65_536)}`,
  '?click_id=x&click_id=y&=&&&=%',
  '?\xff\xfe\x80',
  '?__proto__=1&constructor=2',
  '?qr=1',
]

export const hosts: readonly string[] = [
  '',
  'unknown.example',
  `${shortLinkHost}:99999`,
  `${shortLinkHost}.`,
  shortLinkHost.toUpperCase(),
  '[::1]',
  '\xff\xfe',
  'a'.repeat(300),
  'a.'.repeat(120),
  '..',
  ':80',
  `x, ${shortLinkHost}`,
]

const agents: readonly string[] = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'Googlebot/2.1 (+http://www.google.com/bot.html)',
  'facebookexternalhit/1.1',
  'curl/8.5.0',
]

type Line = (dice: Dice) => string
export const headerLines: readonly Line[] = [
  (dice) => `User-Agent: ${dice.pick(agents)}`,
  (dice) =>
    `User-Agent: ${dice.pick(['Android ', 'Mozilla/5.0 (((', 'x/1 ', '\xf0\x9f\x98', 'bot '])}${String(dice.roll()).repeat(dice.pick([1, 20, 180]))}`,
  (dice) => `User-Agent: ${'Linux; Android 1;'.repeat(200)}${dice.roll()}`,
  (dice) =>
    `Accept-Language: ${dice.pick(['de-AT,de;q=0.8', 'x'.repeat(3_000), 'de,'.repeat(1_000), 'de;q=1e999,*;q=-1', '\xff', ';;;===', 'en-'.repeat(900)])}`,
  (dice) =>
    `Cookie: ${dice.pick(['a=b', 'x=y; '.repeat(600), 'unlocked='.repeat(300), `unlocked=9999999999.${'A'.repeat(43)}`, 'unlocked=999999999999.x', '\xff=\xfe'])}`,
  (dice) =>
    `Referer: ${dice.pick(['https://example.com/x', 'https://'.repeat(300), '\xff\xfe', 'about:blank', `https://${'a.'.repeat(900)}`, 'android-app://com.example'])}`,
  (dice) => `X-Forwarded-For: 198.51.100.${Math.floor(dice.between(0, 256))}`,
  (dice) =>
    `X-Forwarded-For: ${dice.pick(['unknown', '::ffff:1.2.3.4', '1.2.3.4, 127.0.0.1', '10.0.0.1,'.repeat(300), ',,,', '[::1]:70000', '999.1.1.1', `fe80::1%${'z'.repeat(500)}`])}`,
  () => 'X-Forwarded-For: 203.0.113.9\r\nX-Forwarded-For: 203.0.113.10',
  () => 'Host: evil.example',
  () => 'Sec-Purpose: prefetch;prerender',
  () => 'Purpose: prefetch',
  () => 'Connection: close',
  () => 'Connection: upgrade\r\nUpgrade: websocket',
  () => 'Range: bytes=0-',
  () => 'Accept: text/html',
  (dice) => Array.from({ length: 40 }, (_, at) => `X-${at}: ${dice.roll()}`).join('\r\n'),
  (dice) => `X-Long: ${'y'.repeat(dice.pick([1_000, 20_000]))}`,
]

export const invalidLines: readonly string[] = [
  'No colon',
  ': no name',
  'Spaced Name: x',
  'Null: a\0b',
  ' folded: x',
  'X: a\rb',
  'X: a\nY: b',
  `${'n'.repeat(5_000)}: x`,
  Array.from({ length: 300 }, (_, at) => `H${at}: x`).join('\r\n'),
]

export const garbage: readonly Buffer[] = [
  Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03]),
  Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  Buffer.from('\r\n\r\n\r\n'),
  Buffer.from('GET /usual\r\n\r\n'),
  Buffer.from(`GET /usual HTTP/9.9\r\nHost: ${shortLinkHost}\r\n\r\n`),
  Buffer.from('GET  /usual HTTP/1.1\r\n\r\n'),
  Buffer.from('GET /usual HTTP/1.1\nHost: x\n\n'),
  Buffer.alloc(70_000, 0x41),
  Buffer.alloc(3_000),
  Buffer.from(oddTexts.join('')),
]
