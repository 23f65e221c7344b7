import { buildConnector, Client } from 'undici'
import { distinctVisits } from '../visits.ts'
import type { BenchLink } from './installation.ts'
import type { Send } from './open-loop.ts'

export const responseMostMs = 10_000

interface Visitor {
  send: Send
  /** Visits without a response fail. */
  close: () => Promise<void>
}

/**
 * Visits the links in turn, with the headers of different browsers. Redirects are not followed. When the signal is aborted,
 * visits without a response fail at once.
 */
export function openVisitor(links: readonly Pick<BenchLink, 'short_url'>[], signal: AbortSignal): Visitor {
  const origin = new URL(links[0]?.short_url ?? '').origin
  const paths = links.map(({ short_url }) => new URL(short_url).pathname)
  const visits = distinctVisits({ prefix: '', codes: paths.length }).map(({ headers }, at) => {
    const { Host: _, 'X-Forwarded-For': __, ...own } = headers
    return { path: paths[at % paths.length] ?? '/', headers: own }
  })
  const timeouts = { headersTimeout: responseMostMs, bodyTimeout: responseMostMs }
  const connect = buildConnector({ timeout: responseMostMs })
  const connections = new Set<Client>()
  const idle: Client[] = []
  const open = () => {
    const connection = new Client(origin, { connect, ...timeouts })
    connections.add(connection)
    return connection
  }
  const send = async (index: number): Promise<boolean> => {
    const visit = visits[index % visits.length]
    if (visit === undefined || signal.aborted) return false
    const sentAt = performance.now()
    // Not a pool: beyond its limit visits wait in this program, which looks like a slow server. The open loop limits how
    // many are open.
    const connection = idle.pop() ?? open()
    try {
      const { statusCode, body } = await connection.request({ ...visit, method: 'GET' })
      await body.dump()
      idle.push(connection)
      // The timeouts of the connection and of the response add up.
      return statusCode >= 300 && statusCode < 400 && performance.now() - sentAt < responseMostMs
    } catch {
      connections.delete(connection)
      void connection.destroy()
      return false
    }
  }
  const close = async () => {
    await Promise.all([...connections].map((connection) => connection.destroy()))
  }
  signal.addEventListener('abort', () => void close(), { once: true })
  return { send, close }
}
