import { normaliseAddress } from '#core/visits/address.ts'
import { hostWithoutPort } from '#core/visits/host.ts'
import type { AddressRanges } from '#runtime/address-ranges.ts'
import { rawClickLimits } from '#schemas/clicks.ts'
import type { Exchange } from '../transport/exchange.ts'
import { headerText } from './header-text.ts'

/** Which link a visit asks for. */
export interface Target {
  host: string
  /** Null where the path cannot be an alias: then there is nothing to look up. */
  code: string | null
}

/** Who visits. The address stays in memory. */
export interface Visitor {
  address: string
  user_agent: string
  purpose: string
}

/** Aliases and generated codes; dots and slashes never stand in one. */
const codePattern = /^[a-zA-Z0-9_-]{1,50}$/

export function readTarget(exchange: Exchange): Target {
  return { host: hostWithoutPort(exchange.header('host')), code: readCode(exchange.path) }
}

/** The link whose path, with a plus sign behind it, this is; null if it is none. */
export function readPreviewTarget(exchange: Exchange): (Target & { code: string }) | null {
  const path = exchange.path.replace(/(?:\+|%2B)$/i, '')
  const code = path === exchange.path ? null : readCode(path)
  return code === null ? null : { host: hostWithoutPort(exchange.header('host')), code }
}

function readCode(path: string): string | null {
  const code = path.includes('%') ? decode(path.slice(1)) : path.slice(1)
  return codePattern.test(code) ? code : null
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // Malformed escapes: no alias holds a %.
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

/** Why a browser asks, where it fetches ahead: prefetch, prerender. */
export const readPurpose = (exchange: Exchange): string => exchange.header('sec-purpose') || exchange.header('purpose')

/** True where X-Forwarded-For is believed. */
export const comesByProxy = (exchange: Exchange, proxies: AddressRanges | null): boolean =>
  proxies?.contains(normaliseAddress(exchange.remoteAddress())) ?? false

/** The peer; behind trusted proxies the rightmost address of X-Forwarded-For that is none of them, since each appends its own peer. */
export function readAddress(exchange: Exchange, proxies: AddressRanges | null): string {
  let address = normaliseAddress(exchange.remoteAddress())
  if (proxies === null || !proxies.contains(address)) return address
  const hops = exchange.forwardedFor()
  for (let end = hops.length; end > 0; ) {
    const start = hops.lastIndexOf(',', end - 1) + 1
    const hop = normaliseAddress(hops.slice(start, end).trim())
    if (proxies.excludes(hop)) return hop
    // No address: whoever wrote it is as far back as can be told.
    if (!proxies.contains(hop)) return address
    address = hop
    end = start - 1
  }
  return address
}
