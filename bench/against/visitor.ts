import { Pool } from 'undici'
import { distinctVisits } from '../visits.ts'
import type { BenchLink } from './installation.ts'
import type { Send } from './open-loop.ts'

/** Enough that the server and not a queue in this program decides how long a visit takes. */
const connections = 256
const responseMostMs = 10_000

/** Visits the links in turn, with the headers of different browsers. Redirects are not followed. */
export function openVisitor(links: readonly BenchLink[]): { send: Send; close: () => Promise<void> } {
  const origin = new URL(links[0]?.short_url ?? '').origin
  const paths = links.map(({ short_url }) => new URL(short_url).pathname)
  const visits = distinctVisits({ prefix: '', codes: paths.length }).map(({ headers }, at) => {
    const { Host: _, 'X-Forwarded-For': __, ...own } = headers
    return { path: paths[at % paths.length] ?? '/', headers: own }
  })
  const pool = new Pool(origin, { connections, headersTimeout: responseMostMs, bodyTimeout: responseMostMs })
  const send = async (index: number): Promise<boolean> => {
    const visit = visits[index % visits.length]
    if (visit === undefined) return false
    try {
      const { statusCode, body } = await pool.request({ ...visit, method: 'GET' })
      await body.dump()
      return statusCode >= 300 && statusCode < 400
    } catch {
      return false
    }
  }
  return { send, close: () => pool.close() }
}
