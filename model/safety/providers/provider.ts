import type { SafeOptions } from '#runtime/safe-fetch.ts'
import { openSafeTarget, type SafeExchange } from '#runtime/safe-fetch.ts'

/** A service, or a list, that knows harmful URLs. */
export interface ThreatProvider {
  /** In the reason of a quarantine. */
  name: string
  /** URLs of one request. */
  atOnce: number
  /**
   * The threats of these URLs, in a few words. URLs without one are left out. Throws if the provider is not available, and
   * RequestRefused if one of the URLs may be the reason.
   */
  check(urls: readonly string[], signal: AbortSignal): Promise<Map<string, string>>
}

const mostBytes = 1024 * 1024
/** Bad request, content too large, URI too long. */
const refusals: ReadonlySet<number> = new Set([400, 413, 414])

/** The provider does not accept these URLs, or its key: it uses the same status for both. */
export class RequestRefused extends Error {
  override name = 'RequestRefused'
}

/** Sends a request to the API of a provider. Errors do not contain the URL, which has the key. */
export async function askApi(
  url: string,
  { safe, ...exchange }: Omit<SafeExchange, 'maxBytes'> & { safe: SafeOptions },
): Promise<unknown> {
  const target = await openSafeTarget(url, exchange.signal, safe)
  try {
    const reply = await target.send({ ...exchange, maxBytes: mostBytes })
    if (reply.isCut) throw new RequestRefused('the response is too large')
    if (refusals.has(reply.status)) throw new RequestRefused(`the response has status ${reply.status}`)
    if (reply.status !== 200) throw new Error(`the response has status ${reply.status}`)
    return JSON.parse(reply.body.toString())
  } finally {
    await target.close()
  }
}

/** SOCIAL_ENGINEERING -> social engineering */
export const inWords = (threat: string): string => threat.toLowerCase().replaceAll('_', ' ')
