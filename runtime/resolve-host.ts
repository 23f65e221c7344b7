import { isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { Config } from './config.ts'
import { createDns } from './dns.ts'
import { isLocalName, resolveName } from './safe-fetch.ts'

type Interfaces = ReturnType<typeof networkInterfaces>

/**
 * Finds the IP addresses of hosts that users entered, with DNS_SERVERS. The resolver of the system would keep threads waiting for
 * slow name servers, and batches of clicks need these threads. In the own network, it is asked for the names that it alone
 * may know, such as those of a hosts file.
 */
export function createResolve(
  { DNS_SERVERS }: Pick<Config, 'DNS_SERVERS'>,
  { allowPrivate }: { allowPrivate: boolean },
): (host: string) => Promise<string[]> {
  const dns = createDns(DNS_SERVERS)
  return async (host) => {
    if (allowPrivate && isLocalName(host)) return await resolveName(host)
    const found = await dns.addresses(host)
    if (found.kind === 'found') return sortByReach(found.values)
    const known = allowPrivate ? await askSystem(host) : 'absent'
    if (typeof known === 'object') return known
    // The codes of the system's resolver, which without name servers finds that no host exists.
    const code = found.kind === 'absent' && known === 'absent' ? 'ENOTFOUND' : 'EAI_AGAIN'
    const reason = found.kind === 'absent' ? code : found.code
    throw Object.assign(new Error(`${host} could not be resolved: ${reason}`), { code })
  }
}

async function askSystem(host: string): Promise<string[] | 'absent' | 'unknown'> {
  try {
    return await resolveName(host)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOTFOUND' ? 'absent' : 'unknown'
  }
}

/** IPv4 first, unless this machine has no IPv4 address. */
export function sortByReach(addresses: readonly string[], interfaces: Interfaces = networkInterfaces()): string[] {
  const own = Object.values(interfaces).flatMap((each = []) => each)
  const usesIpv4 = own.some(({ family, internal }) => family === 'IPv4' && !internal)
  const [six, four] = [addresses.filter(isIPv6), addresses.filter((address) => !isIPv6(address))]
  return usesIpv4 ? [...four, ...six] : [...six, ...four]
}
