import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'
import { TLSSocket } from 'node:tls'
import ipaddr from 'ipaddr.js'
import { Agent, buildConnector, request } from 'undici'
import { parseUrl } from '#schemas/parse-url.ts'

export interface SafeExchange {
  method?: 'GET' | 'HEAD' | 'POST'
  headers?: Record<string, string>
  body?: string
  signal: AbortSignal
  /** The response body is cut at this size. */
  maxBytes?: number
}

export interface SafeReply {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
  isCut: boolean
  /** Expiration date of the certificate; null without TLS. */
  certificateExpiresAt: Date | null
}

/** The URL is not allowed. This is an error of the caller, not of the network. */
export class RefusedAddress extends Error {
  override name = 'RefusedAddress'
}

const defaultMaxBytes = 64 * 1024
/** IP addresses of a host to which a connection is tried, one after the other. */
const mostAddresses = 3
/** Time for each but the last one, which has the rest of the 10 s for a connection. */
const trying = { autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 2_500 }

export interface SafeOptions {
  /** Allows http and private IP addresses, for receivers in the same network. */
  allowPrivate?: boolean
  /** Allows http. */
  allowHttp?: boolean
  /** Default: as the system does. */
  resolve?: (host: string) => Promise<string[]>
  /** Maximum number of concurrent connections. */
  connections?: number
}

/** A URL whose IP addresses were checked, for several requests. All connections use these addresses. */
export interface SafeTarget {
  send(exchange: SafeExchange): Promise<SafeReply>
  close(): Promise<void>
}

/**
 * The only way to call a URL that a user entered. The host name is resolved once, all its IP addresses must be public,
 * and the connections use addresses that were checked, so that DNS cannot change them in between. If one of them cannot be
 * reached, the connection uses the next one. Redirects are never followed. The signal cancels the DNS lookup.
 */
export async function openSafeTarget(
  address: string,
  signal: AbortSignal,
  options: SafeOptions = {},
): Promise<SafeTarget> {
  const url = checkUrl(address, options.allowHttp === true || options.allowPrivate === true)
  const chosen = await abortable(signal, chooseAddresses(url, options))
  let certificateExpiresAt: Date | null = null
  const connectTo = buildConnector({ lookup: always(chosen), ...trying })
  const agent = new Agent({
    connect(target, connected) {
      connectTo(target, (...[error, socket]) => {
        if (socket instanceof TLSSocket) certificateExpiresAt = expirationOf(socket)
        if (error === null) connected(null, socket)
        else connected(firstError(error), null)
      })
    },
    connections: options.connections ?? null,
  })
  return {
    async send({ method = 'GET', headers = {}, body = null, maxBytes = defaultMaxBytes, signal }) {
      const reply = await request(url, { method, headers, body, signal, dispatcher: agent })
      const { statusCode: status, headers: received } = reply
      return { status, headers: received, ...(await readAtMost(reply.body, maxBytes)), certificateExpiresAt }
    },
    close: () => agent.destroy(),
  }
}

/** Why a URL is not allowed, as far as this can be told without DNS. Null if it is allowed. */
export function refusalOf(address: string, allowPrivate: boolean): string | null {
  try {
    const host = hostOf(checkUrl(address, allowPrivate))
    if (allowPrivate) return null
    const isPublic = isIP(host) === 0 ? !isLocalName(host) : isPublicAddress(host)
    return isPublic ? null : 'Must be a public address.'
  } catch (error) {
    if (error instanceof RefusedAddress) return error.message
    throw error
  }
}

/** Names for internal use: those with a single label, and those in reserved zones. */
const localName = /^[^.]+\.?$|\.(localhost|local|internal|home\.arpa|lan|intranet)\.?$/i
export const isLocalName = (host: string): boolean => localName.test(host)

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

function checkUrl(address: string, allowHttp: boolean): URL {
  const url = parseUrl(address)
  if (url === null) throw new RefusedAddress('Enter a full URL, such as https://example.com.')
  if (url.protocol !== 'https:' && !(allowHttp && url.protocol === 'http:')) throw new RefusedAddress('Must use https.')
  if (url.username !== '' || url.password !== '') throw new RefusedAddress('Must not contain a username or password.')
  return url
}

async function chooseAddresses(url: URL, { allowPrivate, resolve = resolveName }: SafeOptions): Promise<string[]> {
  const host = hostOf(url)
  const addresses = isIP(host) === 0 ? await resolve(host) : [host]
  const [first] = addresses
  if (first === undefined) throw new RefusedAddress(`${host} has no IP address`)
  if (allowPrivate !== true && !addresses.every((address) => isPublicAddress(address))) {
    throw new RefusedAddress(`${host} is not a public address`)
  }
  // The network often cannot reach one of the two families.
  const others = addresses.filter((address) => isIP(address) !== isIP(first)).slice(0, 1)
  return [...new Set([first, ...others, ...addresses])].slice(0, mostAddresses)
}

/** As the system does, with its hosts file. */
export async function resolveName(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address)
}

const ipv4Compatible = ipaddr.IPv6.parseCIDR('::/96')

/** Host services of Azure, which every machine there can reach: an address in a public range that is not public. */
const hostServices = '168.63.129.16'

/**
 * Allows only public unicast: not private, loopback, link-local, multicast, carrier NAT, 6to4, Teredo, NAT64, and so on. Nor
 * the public addresses of this machine, at which services may trust requests from itself.
 */
export function isPublicAddress(address: string, ownAddresses: () => readonly string[] = readOwnAddresses): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv6 && parsed.match(ipv4Compatible)) return false
  if (parsed.range() !== 'unicast') return false
  const plain = parsed.toNormalizedString()
  return plain !== hostServices && !ownAddresses().some((own) => ipaddr.process(own).toNormalizedString() === plain)
}

/** Read each time, because a machine can get another address while it runs. */
function readOwnAddresses(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((each = []) => each.map(({ address }) => address))
  return addresses.filter((address) => ipaddr.isValid(address))
}

function expirationOf(socket: TLSSocket): Date | null {
  const ends = Date.parse(socket.getPeerCertificate().valid_to)
  return Number.isNaN(ends) ? null : new Date(ends)
}

function always(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_host, options, done) => {
    const [first] = all
    if (options.all === true || first === undefined) done(null, all)
    else done(null, first.address, first.family)
  }
}

/** The error of the first address if none can be reached: that of all of them has no message. */
const firstError = (error: Error): Error =>
  error instanceof AggregateError && error.errors[0] instanceof Error ? error.errors[0] : error

async function abortable<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
  return await Promise.race([work, aborted])
}

async function readAtMost(stream: AsyncIterable<Buffer>, maxBytes: number): Promise<{ body: Buffer; isCut: boolean }> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    chunks.push(chunk)
    size += chunk.length
    if (size > maxBytes) return { body: Buffer.concat(chunks).subarray(0, maxBytes), isCut: true }
  }
  return { body: Buffer.concat(chunks), isCut: false }
}
