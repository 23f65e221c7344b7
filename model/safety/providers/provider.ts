import type { SafeOptions } from '#runtime/safe-fetch.ts'
import { openSafeTarget, type SafeExchange } from '#runtime/safe-fetch.ts'

/** A service, or a list, that knows harmful URLs. */
export interface ThreatProvider {
  /** In the reason of a quarantine. */
  name: string
  /** URLs of one request. */
  atOnce: number
  /** The threats of these URLs, in a few words. URLs without one are left out. Throws if the provider is not available. */
  check(urls: readonly string[], signal: AbortSignal): Promise<Map<string, string>>
}

const mostBytes = 1024 * 1024

/** Sends a request to the API of a provider. Errors do not contain the URL, which has the key. */
export async function askApi(
  url: string,
  { safe, ...exchange }: Omit<SafeExchange, 'maxBytes'> & { safe: SafeOptions },
): Promise<unknown> {
  const target = await openSafeTarget(url, exchange.signal, safe)
  try {
    const reply = await target.send({ ...exchange, maxBytes: mostBytes })
    if (reply.status !== 200) throw new Error(`the response has status ${reply.status}`)
    return JSON.parse(reply.body.toString())
  } finally {
    await target.close()
  }
}

/** SOCIAL_ENGINEERING -> social engineering */
export const inWords = (threat: string): string => threat.toLowerCase().replaceAll('_', ' ')
