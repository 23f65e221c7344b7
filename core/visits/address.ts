import { isIPv4, isIPv6 } from 'node:net'

/** 192.0.2.7:5555, [2001:db8::1]:5555, and [2001:db8::1], which Azure and IIS write in X-Forwarded-For. */
const withPort = /^(?:([\d.]+):\d{1,5}|\[([^\]]+)\](?::\d{1,5})?)$/

/**
 * One spelling per IP address: IPv4-mapped IPv6 as IPv4, IPv6 as eight groups, without a port. Other text does not change.
 */
export function normalizeAddress(text: string): string {
  if (!text.includes(':')) return text
  const [address = ''] = text.split('%')
  if (!isIPv6(address)) return dropPort(text)
  const groups = expand(address)
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return groups.join(':')
  const [high, low] = [parseInt(groups[6] ?? '', 16), parseInt(groups[7] ?? '', 16)]
  return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`
}

/** A port would make each connection of a client another client. */
function dropPort(text: string): string {
  const [, four = '', six = ''] = withPort.exec(text) ?? []
  if (isIPv4(four)) return four
  return isIPv6(six) ? normalizeAddress(six) : text
}

/** The network of a normalized IP address, which is all that may be stored: /24 of IPv4, /48 of IPv6. */
export function cutAddress(address: string): string {
  if (address.includes(':')) return `${address.split(':', 3).join(':')}::`
  return `${address.slice(0, address.lastIndexOf('.'))}.0`
}

/** Counts attempts together: a normalized IPv4 address, or the /64 that one IPv6 client can choose addresses from. */
export function clientNetwork(address: string): string {
  return address.includes(':') ? address.split(':', 4).join(':') : address
}

/** The /48 of a normalized IPv6 address, of which one client can have all 65,536 networks. Null for IPv4. */
export function widerNetwork(address: string): string | null {
  return address.includes(':') ? address.split(':', 3).join(':') : null
}

/** The eight groups of an IPv6 address, without leading zeros. */
function expand(address: string): string[] {
  const [head = [], tail] = address.split('::').map((half) => half.split(':').filter(Boolean).flatMap(groupsOf))
  const zeros = tail === undefined ? 0 : 8 - head.length - tail.length
  return [...head, ...Array<string>(zeros).fill('0'), ...(tail ?? [])]
}

/** A dotted IPv4 ending is two groups. */
function groupsOf(part: string): string[] {
  if (!part.includes('.')) return [parseInt(part, 16).toString(16)]
  const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number)
  return [((a << 8) | b).toString(16), ((c << 8) | d).toString(16)]
}
