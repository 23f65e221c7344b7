import type { CustomFetch } from 'openid-client'
import { openSafeTarget } from '#runtime/safe-fetch.ts'

/** Time for one request to a provider. */
export const providerSeconds = 10
/** Far more than the largest set of keys. */
const mostBytes = 256 * 1024

/** A response that is too large to be one of a provider. */
export class LargeResponse extends Error {
  override name = 'LargeResponse'
}

/** A status that is none of HTTP. */
export class WrongStatus extends Error {
  override name = 'WrongStatus'
}

/** Responses with these statuses have no body. */
const withoutBody: ReadonlySet<number> = new Set([204, 205, 304])

/** Sends requests of openid-client with the checks of URLs that users enter. Redirects are not followed. */
export const fetchSafely =
  (allowPrivate: boolean): CustomFetch =>
  async (url, { method, headers, body }) => {
    const signal = AbortSignal.timeout(providerSeconds * 1_000)
    const target = await openSafeTarget(url, signal, { allowPrivate })
    try {
      const reply = await target.send({
        method: method === 'POST' ? 'POST' : 'GET',
        headers,
        ...(body !== undefined && body !== null && { body: textOf(body) }),
        signal,
        maxBytes: mostBytes,
      })
      if (reply.isCut) throw new LargeResponse(`more than ${mostBytes} bytes`)
      const kept = ['content-type', 'www-authenticate'].flatMap((name) => {
        const value = reply.headers[name]
        return typeof value === 'string' ? [[name, value] as [string, string]] : []
      })
      if (reply.status < 200 || reply.status > 599) throw new WrongStatus(`status ${reply.status}`)
      const isEmpty = reply.body.length === 0 || withoutBody.has(reply.status)
      return new Response(isEmpty ? null : new Uint8Array(reply.body), { status: reply.status, headers: kept })
    } finally {
      await target.close()
    }
  }

function textOf(body: unknown): string {
  if (typeof body === 'string' || body instanceof URLSearchParams) return body.toString()
  throw new TypeError('a request to a provider has an unexpected body')
}
