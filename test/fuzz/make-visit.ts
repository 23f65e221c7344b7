import type { Dice } from '../guarantees/dice.ts'
import { shortLinkHost } from './start-stack.ts'
import { bodies, garbage, headerLines, hosts, invalidLines, oddCodes, oddLengths, queries } from './visit-parts.ts'

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

function write({ method, target, lines, body = '' }: Request): Buffer {
  return Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1')
}

function split(bytes: Buffer, dice: Dice): Buffer[] {
  if (dice.roll() < 0.85 || bytes.length < 2) return [bytes]
  const at = Math.floor(dice.between(1, bytes.length))
  return [bytes.subarray(0, at), bytes.subarray(at)]
}
