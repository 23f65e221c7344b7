import { resolve } from '#core/destinations/choose-icons.ts'
import { allowsPath, type RobotsRules, readRobots } from '#core/destinations/robots.ts'
import type { RequestCounter } from '#model/limits/request-counter.ts'
import { Latest } from '#runtime/latest.ts'
import { openSafeTarget, type SafeOptions, type SafeReply } from '#runtime/safe-fetch.ts'

/** What reads pages: its name for their owners, its limits, and the rules that it knows. */
export interface Reader {
  /** User agent, which names the program and where its owner is found. */
  agent: string
  safe: SafeOptions
  requestCounter: RequestCounter
  robots: Latest<string, Promise<{ rules: RobotsRules | null; until: number }>>
}

/** The name in robots.txt. */
export const robotsToken = 'WaymarkBot'
const mostRedirects = 5
/** Pages of one host that are read, also by other workers and for other accounts. Each has up to five images and icons. */
const mostOfHost = { limit: 20, windowMs: 60_000 }
const robotsBytes = 128 * 1024
const robotsKeptMs = 3_600_000
const mostRobots = 200

export const knownRobots = (): Reader['robots'] => new Latest(mostRobots, (origin) => origin)

interface Request {
  accept: string
  /** A longer response is cut, as `isCut` tells. */
  maxBytes: number
  /** A page, which counts for the limit of its host. */
  isPage?: true
  signal: AbortSignal
}

/** Too many pages of the host were read: try again later. */
export class BusyHost extends Error {
  override name = 'BusyHost'
}

export interface ReadFile extends SafeReply {
  /** After redirects. */
  url: string
  type: string
}

/** A file that exists and may be read by programs. null for any other. Throws if its host cannot be reached. */
export async function readUrl(reader: Reader, start: string, request: Request): Promise<ReadFile | null> {
  const reply = await followRedirects(reader, start, request, async (url) => {
    const { rules } = await robotsOf(reader, url, request.signal)
    return rules !== null && allowsPath(rules, `${url.pathname}${url.search}`)
  })
  return reply !== null && reply.status === 200 ? reply : null
}

async function followRedirects(
  reader: Reader,
  start: string,
  request: Request,
  mayRead: (url: URL) => Promise<boolean>,
): Promise<ReadFile | null> {
  let address: string | null = start
  for (let hop = 0; hop <= mostRedirects && address !== null; hop++) {
    const url: URL = new URL(address)
    if (!hasUsualPort(reader, url) || !(await mayRead(url))) return null
    if (request.isPage === true) await count(reader, url)
    const reply = await send(reader, url, request)
    const { location } = reply.headers
    if (reply.status < 300 || reply.status >= 400 || typeof location !== 'string') return describe(url, reply)
    address = resolve(location, url.href)
  }
  return null
}

/** Other ports belong to other services: their replies would tell which ones exist. */
const hasUsualPort = ({ safe }: Reader, { port }: URL): boolean => port === '' || safe.allowPrivate === true

async function count({ requestCounter }: Reader, { hostname }: URL): Promise<void> {
  const { isAllowed } = await requestCounter.take([{ key: `rate:{host:${hostname}}:pages`, ...mostOfHost }])
  if (!isAllowed) throw new BusyHost(hostname)
}

/** Each redirect is another target, whose address is checked again. */
async function send({ agent, safe }: Reader, url: URL, { accept, maxBytes, signal }: Request): Promise<SafeReply> {
  const target = await openSafeTarget(url.href, signal, safe)
  // Compressed replies could become larger than what is allowed.
  const headers = { 'user-agent': agent, accept, 'accept-encoding': 'identity', 'accept-language': 'en, *;q=0.5' }
  try {
    return await target.send({ headers, maxBytes, signal })
  } finally {
    await target.close()
  }
}

function describe(url: URL, reply: SafeReply): ReadFile | null {
  const { 'content-type': type, 'content-encoding': encoding = 'identity' } = reply.headers
  if (encoding !== 'identity') return null
  return { ...reply, url: url.href, type: typeof type === 'string' ? type.toLowerCase() : '' }
}

/** The rules of a site, read once an hour. null if it cannot tell: then nothing of it is read. */
async function robotsOf(reader: Reader, { origin }: URL, signal: AbortSignal) {
  const known = await reader.robots.get(origin)?.catch(() => undefined)
  if (known !== undefined && known.until > Date.now()) return known
  const reading = readRules(reader, origin, signal).then((rules) => ({ rules, until: Date.now() + robotsKeptMs }))
  reader.robots.set(origin, reading)
  return await reading
}

async function readRules(reader: Reader, origin: string, signal: AbortSignal): Promise<RobotsRules | null> {
  const request = { accept: 'text/plain', maxBytes: robotsBytes, signal }
  const reply = await followRedirects(reader, `${origin}/robots.txt`, request, async () => true)
  if (reply === null || reply.status >= 500) return null
  return reply.status === 200 ? readRobots(reply.body.toString('utf8'), robotsToken) : []
}
