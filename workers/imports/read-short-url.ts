import { setTimeout as sleep } from 'node:timers/promises'
import type { ShortUrlReply } from '#core/imports/compare-replies.ts'
import { openSafeTarget, RefusedAddress, type SafeReply } from '#runtime/safe-fetch.ts'
import { within } from '#runtime/within.ts'

const standardTimeoutMs = 10_000
const mostBytes = 1_024
const mostAttempts = 3
const longestWaitMs = 30_000

/** Begins like the user agent of a browser, because some services return another page to programs. */
export const verifierAgent = 'Mozilla/5.0 (compatible; WaymarkBot)'

interface Asking {
  allowPrivate: boolean
  resolve: (host: string) => Promise<string[]>
  stopping: AbortSignal
  /** Time for a response. */
  timeoutMs?: number
}

type OldReply = ShortUrlReply & { message: string | null }

/** The response of a short URL of another service. Redirects are not followed. */
export async function readShortUrl(url: string, asking: Asking): Promise<OldReply> {
  let message: string | null = null
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const head = await ask(url, 'HEAD', asking)
    // Some services do not support HEAD.
    const reply = 'status' in head && head.status >= 400 && head.status !== 429 ? await ask(url, 'GET', asking) : head
    if ('trouble' in reply) return { status: null, url: null, message: reply.trouble }
    if (reply.status !== 429) return { status: reply.status, url: locationOf(url, reply), message: null }
    message = 'The service allows no more requests at the moment.'
    await sleep(waitOf(reply), undefined, { signal: asking.stopping })
  }
  return { status: null, url: null, message }
}

async function ask(
  url: string,
  method: 'HEAD' | 'GET',
  { allowPrivate, resolve, stopping, timeoutMs = standardTimeoutMs }: Asking,
): Promise<SafeReply | { trouble: string }> {
  try {
    return await within(timeoutMs, stopping, async (signal) => {
      const target = await openSafeTarget(url, signal, { allowPrivate, resolve, allowHttp: true })
      try {
        return await target.send({ method, headers: { 'user-agent': verifierAgent }, signal, maxBytes: mostBytes })
      } finally {
        await target.close()
      }
    })
  } catch (error) {
    stopping.throwIfAborted()
    return { trouble: error instanceof RefusedAddress ? `Not allowed: ${error.message}.` : 'No response.' }
  }
}

function locationOf(url: string, { headers }: SafeReply): string | null {
  const { location } = headers
  if (typeof location !== 'string') return null
  try {
    return new URL(location, url).href
  } catch (error) {
    if (error instanceof TypeError) return location
    throw error
  }
}

function waitOf({ headers }: SafeReply): number {
  const seconds = Number(headers['retry-after'] ?? 5)
  return Math.min(longestWaitMs, Number.isFinite(seconds) ? seconds * 1_000 : 5_000)
}
