import type { webhooks } from './generated/api.js'

type BodyOf<Name extends keyof webhooks> = webhooks[Name]['post'] extends {
  requestBody?: { content: { 'application/json': infer Body } }
}
  ? Body
  : never

/** Any event that Waymark sends. Check `type` to narrow it: `if (event.type === 'url.created') ...`. */
export type WebhookEvent = { [Name in keyof webhooks]: BodyOf<Name> & { type: Name } }[keyof webhooks]

interface SignedRequest {
  /** The body as it was received, not parsed. */
  body: string
  headers: Headers | Record<string, string | string[] | undefined>
  /** The signing secret of the webhook (`whsec_...`). */
  secret: string
  /** Older and newer requests are refused. Default: 5 minutes. */
  toleranceSeconds?: number
}

/** The request was not sent by Waymark, is too old, or was changed on its way. */
export class WebhookSignatureError extends Error {
  override name = 'WebhookSignatureError'
}

/** Checks the signature of a webhook request (Standard Webhooks), and returns its event. */
export async function verifyWebhook({
  body,
  headers,
  secret,
  toleranceSeconds = 300,
}: SignedRequest): Promise<WebhookEvent> {
  const read = (name: string) => readHeader(headers, name)
  const [id, timestamp, signatures] = [read('webhook-id'), read('webhook-timestamp'), read('webhook-signature')]
  const ageSeconds = Math.abs(Date.now() / 1000 - Number(timestamp))
  if (!(ageSeconds <= toleranceSeconds)) throw new WebhookSignatureError('The timestamp is too old or too far ahead.')
  const key = await importKey(secret)
  const content = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  // After a rotation of the secret, a request has several signatures.
  for (const signature of signatures.split(' ')) {
    const bytes = signature.startsWith('v1,') ? decodeBase64(signature.slice(3)) : undefined
    if (bytes !== undefined && (await crypto.subtle.verify('HMAC', key, bytes, content))) {
      return JSON.parse(body) as WebhookEvent
    }
  }
  throw new WebhookSignatureError('No signature matches.')
}

function readHeader(headers: SignedRequest['headers'], name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : findHeader(headers, name)
  if (typeof value !== 'string' || value === '') throw new WebhookSignatureError(`The header ${name} is missing.`)
  return value
}

function findHeader(headers: Record<string, string | string[] | undefined>, name: string) {
  return Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
}

async function importKey(secret: string) {
  const bytes = secret.startsWith('whsec_') ? decodeBase64(secret.slice('whsec_'.length)) : undefined
  if (bytes === undefined || bytes.length === 0) throw new TypeError('secret must be a signing secret (whsec_...).')
  return await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
