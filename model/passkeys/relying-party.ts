import { isIP } from 'node:net'

export interface RelyingParty {
  /** Host of BASE_URL, to which passkeys are tied. */
  id: string
  origin: string
}

/** Null where passkeys do not work: without HTTPS, and at an IP address. */
export function relyingParty(baseUrl: string): RelyingParty | null {
  const { protocol, hostname, origin } = new URL(baseUrl)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (protocol !== 'https:' && !isLocal) return null
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? { id: hostname, origin } : null
}
