import { type Agent, type IncomingHttpHeaders, request } from 'node:http'

interface Seen {
  status: number | undefined
  headers: IncomingHttpHeaders
  body: string
}

interface VisitOptions {
  method?: string
  host?: string
  /** A list is sent as separate lines. */
  headers?: Record<string, string | string[]>
  body?: string
  /** Without an agent, the visit uses a separate connection. */
  agent?: Agent
}

/** A visit over HTTP. */
export function visit(
  port: number,
  path: string,
  { method = 'GET', host = 'localhost:8080', headers = {}, body, agent }: VisitOptions = {},
): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, method, headers: { host, ...headers }, agent: agent ?? false }
    const sent = request(options, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks).toString() }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
