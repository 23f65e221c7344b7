import { clientNetwork, normalizeAddress, widerNetwork } from '#core/visits/address.ts'
import type { Quota } from '#model/limits/sliding-window.ts'
import type { Services } from '../endpoint.ts'
import { tellAndRefuse } from './rate-limit.ts'

/** Requests per minute of one network without a valid API key, token or session. */
const mostOfOneNetwork = 1_200
/** Limit of a /48 of IPv6, as a multiple of that of one of its 65,536 networks. */
export const widerTimes = 4
const windowMs = 60_000

interface Arrival {
  ip: string
}

interface Heads {
  headers(headers: Record<string, string>): unknown
}

/**
 * Counts a request that has no valid credential for the network of its client, and refuses it beyond the limit. Counted in
 * the memory of this process, since asking Redis would cost more than many of these requests do.
 */
export function limitNetwork(
  { anonymous, config }: Pick<Services, 'anonymous' | 'config'>,
  { ip }: Arrival,
  to: Heads,
) {
  const factor = config.RATE_LIMIT_FACTOR
  if (factor === 0) return
  const limit = Math.max(1, Math.floor(mostOfOneNetwork * factor))
  const taking = anonymous.take(quotasOf(normalizeAddress(ip), limit), Date.now())
  tellAndRefuse({ policy: 'anonymous', whose: 'for the network of the client' }, taking, (headers) =>
    to.headers(headers),
  )
}

function quotasOf(address: string, limit: number): Quota[] {
  const wider = widerNetwork(address)
  return [
    { key: clientNetwork(address), limit, windowMs },
    ...(wider === null ? [] : [{ key: wider, limit: limit * widerTimes, windowMs }]),
  ]
}
