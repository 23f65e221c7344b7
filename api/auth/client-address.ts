import ipaddr from 'ipaddr.js'

const networkGroups = 4

/** Whose attempts are counted together: one IPv4 address, or the /64 that a single IPv6 client may pick addresses from. */
export function clientNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  return `${parsed.parts
    .slice(0, networkGroups)
    .map((group) => group.toString(16))
    .join(':')}::`
}
