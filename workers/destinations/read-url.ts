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
const usualRedirects = 5
/** Pages of one host that are read, also by other workers and for other accounts. Each has up to five images and icons. */
const mostOfHost = { limit: 20, windowMs: 60_000 }
const robotsBytes = 128 * 1024
const robotsKeptMs = 3_600_000
/** A failure of the server can be over soon. */
const failureKeptMs = 60_000
const mostRobots = 200

export const knownRobots = (): Reader['robots'] => new Latest(mostRobots, (origin) => origin)

interface Request {
  accept: string
  /** A longer response is cut, as `isCut` tells. */
  maxBytes: number
  /** A page, which counts for the limit of its host. */
  isPage?: true
  /** Default: 5. */
  mostRedirects?: number
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
  const reply = await readAnyUrl(reader, start, request)
  return typeof reply === 'object' && reply.status === 200 && isPlain(reply) ? reply : null
}

/** endless: it redirects too often, or to no URL. no-robots: the server fails for robots.txt, so nothing may be read. */
type NoFile = 'not-allowed' | 'no-robots' | 'endless'

/** The response of a URL that programs may read, whatever its status. Throws if its host cannot be reached. */
export const readAnyUrl = (reader: Reader, start: string, request: Request): Promise<ReadFile | NoFile> =>
  followRedirects(reader, start, request, async (url) => {
    const { rules } = await robotsOf(reader, url, request.signal)
    if (rules === null) return 'no-robots'
    return allowsPath(rules, `${url.pathname}${url.search}`) ? null : 'not-allowed'
  })

async function followRedirects(
  reader: Reader,
  start: string,
  request: Request,
  refusalOf: (url: URL) => Promise<NoFile | null>,
): Promise<ReadFile | NoFile> {
  let address: string | null = start
  for (let hop = 0; hop <= (request.mostRedirects ?? usualRedirects) && address !== null; hop++) {
    const url: URL = new URL(address)
    const refusal = hasUsualPort(reader, url) ? await refusalOf(url) : 'not-allowed'
    if (refusal !== null) return refusal
    if (request.isPage === true) await count(reader, url)
    const reply = await send(reader, url, request)
    const { location } = reply.headers
    if (reply.status < 300 || reply.status >= 400 || typeof location !== 'string') return describe(url, reply)
    address = resolve(location, url.href)
  }
  return 'endless'
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

function describe(url: URL, reply: SafeReply): ReadFile {
  const { 'content-type': type } = reply.headers
  return { ...reply, url: url.href, type: typeof type === 'string' ? type.toLowerCase() : '' }
}

/** False if it is compressed, although nothing compressed was asked for. */
export const isPlain = ({ headers }: ReadFile): boolean => (headers['content-encoding'] ?? 'identity') === 'identity'

/** The rules of a site, read once an hour. null if its server fails: then nothing of it is read for a minute. */
async function robotsOf(reader: Reader, { origin }: URL, signal: AbortSignal) {
  const known = await reader.robots.get(origin)?.catch(() => undefined)
  if (known !== undefined && known.until > performance.now()) return known
  const reading = readRules(reader, origin, signal).then((rules) => ({
    rules,
    until: performance.now() + (rules === null ? failureKeptMs : robotsKeptMs),
  }))
  reader.robots.set(origin, reading)
  return await reading
}

async function readRules(reader: Reader, origin: string, signal: AbortSignal): Promise<RobotsRules | null> {
  const request = { accept: 'text/plain', maxBytes: robotsBytes, signal }
  const reply = await followRedirects(reader, `${origin}/robots.txt`, request, async () => null)
  if (typeof reply === 'object' && reply.status >= 500) return null
  // A file that cannot be read may forbid everything, but the site works.
  if (typeof reply !== 'object' || !isPlain(reply)) return [{ allows: false, path: '/' }]
  return reply.status === 200 ? readRobots(reply.body.toString('utf8'), robotsToken) : []
}
