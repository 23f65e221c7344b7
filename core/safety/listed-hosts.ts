import { isIPv4, isIPv6 } from 'node:net'
import { parseUrl } from '#schemas/parse-url.ts'
import { normalizeAddress } from '../visits/address.ts'
import type { HostSet } from './host-set.ts'

/** Names at the start of most hosts files, which describe the machine itself. */
const ownNames: ReadonlySet<string> = new Set(
  (
    'localhost localhost.localdomain local broadcasthost ip6-localhost ip6-loopback ip6-localnet ip6-mcastprefix ' +
    'ip6-allnodes ip6-allrouters ip6-allhosts 0.0.0.0'
  ).split(' '),
)
/** URLs write IPv4 addresses in IPv6 like this. Browsers connect to the IPv4 address. */
const mapped = '[::ffff:'
const plainName = /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/

/** Names have at most 253 characters. Those in other alphabets take a URL 3 s with 40,000 characters, and 200 µs with these. */
const longestName = 300

/** URLs read such a name as an IPv4 address, also 0x7f.1. */
const numericEnd = /(^|\.)(0x[0-9a-f]*|\d+)$/

/**
 * The hosts in a line of a list: a host, or a line of a hosts file (`0.0.0.0 host`). Comments begin with # or !. Anything
 * else, such as a URL with a path, has none.
 */
export function hostsOfLine(line: string): string[] {
  if (line.startsWith('!')) return []
  const comment = line.indexOf('#')
  const text = (comment < 0 ? line : line.slice(0, comment)).trim().toLowerCase()
  if (text === '') return []
  const [first = '', ...others] = text.split(/\s+/)
  const isHostsFile = others.length > 0 && (isIPv4(first) || isIPv6(first.replace(/%.*$/, '')))
  const names = isHostsFile ? others : others.length === 0 ? [first] : []
  return names.flatMap((name) => {
    const host = normalizeHost(name)
    return host === null || ownNames.has(host) ? [] : [host]
  })
}

/** A host as it is in the URL of a destination; null if it is none. `*.` in front of it changes nothing. */
export function normalizeHost(name: string): string | null {
  if (name.length > longestName) return null
  const bare = name.replace(/^\*?\.|\.$/g, '')
  if (plainName.test(bare) && !numericEnd.test(bare) && !bare.includes('xn--')) return bare
  if (/[/?#@\\]/.test(bare)) return null
  const host = hostOf(`http://${isIPv6(bare) ? `[${bare}]` : bare}`)
  return host !== null && (plainName.test(host) || host.startsWith('[')) ? host : null
}

/** The host of a URL without its port; null if it has none. An IPv4 address in IPv6 is that address. */
export function hostOf(text: string): string | null {
  const host = parseUrl(text)?.hostname.replace(/\.$/, '')
  if (host === undefined || host === '') return null
  return host.startsWith(mapped) ? normalizeAddress(host.slice(1, -1)) : host
}

/** The entry that lists the host: the host itself, or a domain above it. */
export function findListed(listed: Pick<HostSet, 'has'>, host: string): string | undefined {
  if (isIPv4(host) || host.startsWith('[')) return listed.has(host) ? host : undefined
  for (let start = 0; ; ) {
    if (listed.has(host, start)) return host.slice(start)
    const dot = host.indexOf('.', start)
    if (dot < 0) return undefined
    start = dot + 1
  }
}
