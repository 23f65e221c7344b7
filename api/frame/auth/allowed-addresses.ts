import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { ApiError } from '#core/api-error.ts'
import { normalizeAddress } from '#core/visits/address.ts'
import type { Caller } from '#model/accounts/caller.ts'

type Key = NonNullable<Caller['key']>
type Block = [ipaddr.IPv4 | ipaddr.IPv6, number]

/** Refuses a key that is limited to IP addresses from any other. What a proxy wrote may not be an IP address. */
export function requireAddress(key: Pick<Key, 'allowed_ips'> | null, address: string): void {
  if (key === null || key.allowed_ips === null) return
  const normalized = normalizeAddress(address)
  if (isIP(normalized) !== 0 && isWithin(normalized, key.allowed_ips)) return
  throw new ApiError('FORBIDDEN', 'This API key cannot be used from this IP address.')
}

/** Whether one of the ranges contains this IP address or CIDR range. IPv4-mapped IPv6 counts as IPv4. */
export function isWithin(range: string, ranges: readonly string[]): boolean {
  const inner = readBlock(range)
  return ranges.some((each) => holds(readBlock(each), inner))
}

function holds([outer, outerBits]: Block, [inner, innerBits]: Block): boolean {
  if (outerBits > innerBits) return false
  // The types of ipaddr.js only allow comparing addresses of one family.
  if (outer instanceof ipaddr.IPv4) return inner instanceof ipaddr.IPv4 && inner.match(outer, outerBits)
  return inner instanceof ipaddr.IPv6 && inner.match(outer, outerBits)
}

function readBlock(range: string): Block {
  if (range.includes('/')) return ipaddr.parseCIDR(range)
  const address = ipaddr.process(range)
  return [address, address instanceof ipaddr.IPv4 ? 32 : 128]
}
