import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Agent, request } from 'undici'

export interface SafeRequest {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** For the whole exchange, name look-up included. */
  timeoutMs?: number
  /** The reply is cut there. */
  maxBytes?: number
  /** Lets http and private addresses through: for receivers inside one's own network. */
  allowPrivate?: boolean
  resolve?: (host: string) => Promise<string[]>
}

export interface SafeReply {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
  isCut: boolean
}

/** The address is not one we call: the caller's mistake, not the network's. */
export class RefusedAddress extends Error {
  override name = 'RefusedAddress'
}

const defaultTimeoutMs = 15_000
const defaultMaxBytes = 64 * 1024

/**
 * The one way to call an address that a user gave us. The name is resolved once, every address it has must be public,
 * and the connection goes to the address that was checked, so that DNS cannot change its answer in between.
 * Redirects are never followed.
 */
export async function safeFetch(address: string, options: SafeRequest = {}): Promise<SafeReply> {
  const { method = 'GET', headers = {}, body, timeoutMs = defaultTimeoutMs, maxBytes = defaultMaxBytes } = options
  const url = checkUrl(address, options.allowPrivate === true)
  const signal = AbortSignal.timeout(timeoutMs)
  const target = await abortable(signal, chooseAddress(url, options))
  const agent = new Agent({ connect: { lookup: always(target) }, pipelining: 0 })
  try {
    const reply = await request(url, { method, headers, body: body ?? null, signal, dispatcher: agent })
    return { status: reply.statusCode, headers: reply.headers, ...(await readAtMost(reply.body, maxBytes)) }
  } finally {
    await agent.destroy()
  }
}

function checkUrl(address: string, allowPrivate: boolean): URL {
  if (!URL.canParse(address)) throw new RefusedAddress('not a URL')
  const url = new URL(address)
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:')) throw new RefusedAddress('not https')
  if (url.username !== '' || url.password !== '') throw new RefusedAddress('carries a user name or password')
  return url
}

async function chooseAddress(url: URL, { allowPrivate, resolve = resolveName }: SafeRequest): Promise<string> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) === 0 ? await resolve(host) : [host]
  const [first] = addresses
  if (first === undefined) throw new RefusedAddress(`${host} has no address`)
  if (allowPrivate !== true && !addresses.every(isPublicAddress)) {
    throw new RefusedAddress(`${host} is not a public address`)
  }
  return first
}

async function resolveName(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address)
}

const ipv4Compatible = ipaddr.IPv6.parseCIDR('::/96')

/** Only plain unicast: not private, loopback, link-local, multicast, carrier NAT, 6to4, Teredo, NAT64, documentation... */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv6 && parsed.match(ipv4Compatible)) return false
  return parsed.range() === 'unicast'
}

function always(address: string): LookupFunction {
  const family = isIP(address)
  return (_host, options, done) => {
    if (options.all === true) done(null, [{ address, family }])
    else done(null, address, family)
  }
}

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
