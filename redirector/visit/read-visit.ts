import { normalizeAddress } from '#core/visits/address.ts'
import { hostWithoutPort } from '#core/visits/host.ts'
import type { AddressRanges } from '#runtime/address-ranges.ts'
import { rawClickLimits } from '#schemas/clicks.ts'
import type { Exchange } from '../transport/exchange.ts'
import { headerText } from './header-text.ts'

/** The link that a visit requests. */
export interface Target {
  host: string
  /** Null if the path cannot be a slug, so that there is nothing to look up. */
  code: string | null
}

/** The visitor. The IP address is only kept in memory. */
export interface Visitor {
  address: string
  user_agent: string
  purpose: string
}

/** Custom slugs and generated codes. They never contain dots or slashes. */
const codePattern = /^[a-zA-Z0-9_-]{1,50}$/

export function readTarget(exchange: Exchange): Target {
  return { host: hostWithoutPort(exchange.header('host')), code: readCode(exchange.path) }
}

/** The link to preview if the path ends with a plus sign; null otherwise. */
export function readPreviewTarget(exchange: Exchange): (Target & { code: string }) | null {
  const path = exchange.path.replace(/(?:\+|%2B)$/i, '')
  const code = path === exchange.path ? null : readCode(path)
  return code === null ? null : { host: hostWithoutPort(exchange.header('host')), code }
}

function readCode(path: string): string | null {
  const code = path.includes('%') ? decode(path.slice(1)) : path.slice(1)
  return codePattern.test(code) ? code : readBeforeSlash(path, code)
}

/** Some programs add a slash to a path. */
function readBeforeSlash(path: string, code: string): string | null {
  const bare = path.endsWith('/') ? code.slice(0, -1) : ''
  return codePattern.test(bare) ? bare : null
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // Malformed escapes. No slug contains a %.
    return text
  }
}

export function readVisitor(exchange: Exchange, proxies: AddressRanges | null): Visitor {
  return {
    address: readAddress(exchange, proxies),
    user_agent: headerText(exchange.header('user-agent'), rawClickLimits.user_agent),
    purpose: readPurpose(exchange),
  }
}

/** The purpose that browsers send when they load a page in advance: prefetch or prerender. */
export const readPurpose = (exchange: Exchange): string => exchange.header('sec-purpose') || exchange.header('purpose')

/** True if X-Forwarded-For is trusted. */
export const comesByProxy = (exchange: Exchange, proxies: AddressRanges | null): boolean =>
  proxies?.contains(normalizeAddress(exchange.remoteAddress())) ?? false

/** The peer, or behind trusted proxies the rightmost X-Forwarded-For address that is not one of them. */
export function readAddress(exchange: Exchange, proxies: AddressRanges | null): string {
  let address = normalizeAddress(exchange.remoteAddress())
  if (proxies === null || !proxies.contains(address)) return address
  const hops = exchange.forwardedFor()
  for (let end = hops.length; end > 0; ) {
    const start = hops.lastIndexOf(',', end - 1) + 1
    const hop = normalizeAddress(hops.slice(start, end).trim())
    if (proxies.excludes(hop)) return hop
    // Not an IP address: the hop that wrote it is the last one known.
    if (!proxies.contains(hop)) return address
    address = hop
    end = start - 1
  }
  return address
}
