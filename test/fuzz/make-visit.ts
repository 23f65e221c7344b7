import type { Dice } from '../guarantees/dice.ts'
import { oddTexts } from './odd-values.ts'
import { shortLinkHost } from './start-stack.ts'

/** One use of a raw connection to the redirector. */
export interface Visit {
  about: string
  /** Written one after the other. */
  pieces: Buffer[]
  /** Complete requests that must all get a response. None if the bytes are not HTTP, so that silence is an answer too. */
  requests: number
  /** The client leaves without waiting for the response. */
  leaves: boolean
  /** uWebSockets.js returns 505 for some request lines (docs/domains.md). */
  mayBe505: boolean
}

interface Request {
  method: string
  target: string
  lines: string[]
  body?: string
  /** False if a server may close the connection without a response. */
  isValid: boolean
}

export function makeVisit(dice: Dice, codes: readonly string[]): Visit {
  const roll = dice.roll()
  if (roll < 0.03)
    return { about: 'not HTTP', pieces: [dice.pick(garbage)], requests: 0, leaves: dice.roll() < 0.5, mayBe505: true }
  const count = roll < 0.15 ? dice.pick([2, 3, 16]) : 1
  const requests = Array.from({ length: count }, () => makeRequest(dice, codes))
  const isValid = requests.every((one) => one.isValid)
  const bytes = Buffer.concat(requests.map(write))
  const leaves = dice.roll() < 0.06
  const about = requests
    .map(({ method, target }) => `${method} ${target.slice(0, 120)}`)
    .join(' | ')
    .slice(0, 400)
  const cut = leaves && dice.roll() < 0.5 ? bytes.subarray(0, Math.floor(dice.between(0, bytes.length))) : bytes
  const pieces = split(cut, dice)
  const endsInLine = (pieces[0]?.length ?? 0) < bytes.length && count > 1
  const isSplitInLine = endsInLine || !pieces[0]?.includes('\r\n') || bytes.length > mostAtOnceBytes
  const mayBe505 = !isValid || isSplitInLine || requests.some(({ target }) => !target.startsWith('/'))
  return { about, pieces, requests: isValid && !leaves && !mayBe505 ? count : 0, leaves, mayBe505 }
}

/** The kernel passes on more bytes in pieces. */
const mostAtOnceBytes = 30_000

function makeRequest(dice: Dice, codes: readonly string[]): Request {
  const code = dice.roll() < 0.8 ? dice.pick(codes) : dice.pick(oddCodes)
  const path = `/${code}${dice.roll() < 0.15 ? dice.pick(['+', '%2B', '%2b', '/', '//', '+/', '%00', '.', '%']) : ''}`
  const request: Request = {
    method:
      dice.roll() < 0.7
        ? 'GET'
        : dice.pick(['HEAD', 'GET', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'FOO', 'get', 'TRACE']),
    target: path + (dice.roll() < 0.4 ? dice.pick(queries) : ''),
    lines: [`Host: ${dice.roll() < 0.9 ? shortLinkHost : dice.pick(hosts)}`],
    isValid: true,
  }
  if (dice.roll() < 0.02)
    request.target = dice.pick([
      `http://${shortLinkHost}${path}`,
      '*',
      `//${shortLinkHost}${path}`,
      `${shortLinkHost}:443`,
    ])
  const few = dice.pick([0, 1, 1, 3])
  for (let line = 0; line < few; line += 1) request.lines.push(dice.pick(headerLines)(dice))
  if (dice.roll() < 0.02) {
    request.lines.push(dice.pick(invalidLines))
    request.isValid = false
  }
  if (dice.roll() < 0.12) addBody(request, dice)
  // The parser allows a few KiB of request line and headers.
  const headBytes = Buffer.byteLength(`${request.target}${request.lines.join('\r\n')}`, 'latin1')
  const lines = request.lines.join('\r\n').split('\r\n').length
  if (headBytes > mostHeadBytes || lines > mostLines || /[\0-\x20\x7f]/.test(request.target)) request.isValid = false
  return request
}

const mostHeadBytes = 4_000
/** uWebSockets.js waits in silence if there are more. */
const mostLines = 90

function addBody(request: Request, dice: Dice): void {
  const text = dice.pick(bodies)
  request.method = 'POST'
  const roll = dice.roll()
  if (roll < 0.5) {
    request.lines.push(`Content-Length: ${Buffer.byteLength(text)}`)
    request.body = text
  } else if (roll < 0.85) {
    request.lines.push('Transfer-Encoding: chunked')
    const half = Math.ceil(text.length / 2)
    request.body = `${chunk(text.slice(0, half))}${chunk(text.slice(half))}0\r\n\r\n`
  } else {
    const [line, body] = dice.pick(oddLengths)
    request.lines.push(...line)
    request.body = body
    request.isValid = false
  }
}

const chunk = (text: string): string =>
  text === '' ? '' : `${Buffer.byteLength(text).toString(16)};x=y\r\n${text}\r\n`

const bodies: readonly string[] = [
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

const oddLengths: readonly [string[], string][] = [
  [['Content-Length: 5', 'Content-Length: 50'], 'a=b&c'],
  [['Content-Length: -1'], 'a'],
  [['Content-Length: 99999999999999999999'], 'a'],
  [['Content-Length: 5', 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
  [['Transfer-Encoding: chunked'], 'ffffffffffffffff\r\nx'],
  [['Transfer-Encoding: chunked'], 'zz\r\n'],
  [['Transfer-Encoding: gzip, chunked'], '0\r\n\r\n'],
  [['Content-Length: 100'], 'short'],
]

const oddCodes: readonly string[] = [
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

const queries: readonly string[] = [
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

const hosts: readonly string[] = [
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
const headerLines: readonly Line[] = [
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

const invalidLines: readonly string[] = [
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

const garbage: readonly Buffer[] = [
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

function write({ method, target, lines, body = '' }: Request): Buffer {
  return Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1')
}

function split(bytes: Buffer, dice: Dice): Buffer[] {
  if (dice.roll() < 0.85 || bytes.length < 2) return [bytes]
  const at = Math.floor(dice.between(1, bytes.length))
  return [bytes.subarray(0, at), bytes.subarray(at)]
}
