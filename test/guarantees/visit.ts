import { request } from 'node:http'
import { shortLinkHost } from './stack.ts'

interface Seen {
  status: number
  location: string | undefined
}

let visitors = 0

/**
 * One visit to a short link on one redirector; each from a different IP address, since unknown slugs are
 * limited per IP address.
 */
export function visit(port: number, code: string, headers: Record<string, string> = {}): Promise<Seen> {
  const visitor = `81.3.${++visitors % 250}.${Math.floor(visitors / 250) % 250}`
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port,
        path: `/${code}`,
        agent: false,
        headers: { host: shortLinkHost, 'x-forwarded-for': visitor, ...headers },
      },
      (answer) => {
        answer.resume()
        answer.once('end', () => resolve({ status: answer.statusCode ?? 0, location: answer.headers.location }))
      },
    )
    asked.once('error', reject)
    asked.end()
  })
}
