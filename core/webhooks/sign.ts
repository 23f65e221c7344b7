import { createHmac } from 'node:crypto'

export const secretPrefix = 'whsec_'

interface Signed {
  id: string
  /** Epoch seconds. */
  timestamp: number
  body: string
}

/** The headers of Standard Webhooks, with a signature for each secret. */
export function signedHeaders(message: Signed, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(message.timestamp)
  const content = `${message.id}.${timestamp}.${message.body}`
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${signature(secret, content)}`).join(' '),
  }
}

function signature(secret: string, content: string): string {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
  return createHmac('sha256', key).update(content).digest('base64')
}
