/** One request of the fuzz to the API. */
export interface Call {
  method: string
  path: string
  headers: Record<string, string>
  body?: Buffer
  /** Which part of the generator made it. */
  kind: 'operation' | 'dashboard' | 'mcp' | 'oauth' | 'page' | 'unknown'
  /** How the caller identifies itself. */
  as: string
}

export interface Reply {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  ms: number
}

export const describeCall = ({ method, path, as, headers, body }: Call): string =>
  `${method} ${shorten(path)} as ${as}${'idempotency-key' in headers ? ' with an idempotency key' : ''}${
    body === undefined
      ? ''
      : ` (${headers['content-type'] ?? 'no type'}, ${body.length} bytes: ${shorten(body.toString())})`
  }`

const longest = 300
const shorten = (text: string) => (text.length <= longest ? text : `${text.slice(0, longest)}... (${text.length})`)
