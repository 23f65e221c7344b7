import { setFlagsFromString } from 'node:v8'
import autocannon from 'autocannon'
import { distinctVisits, type Visit, type Visits } from './visits.ts'

/**
 * V8 puts what it expects to live long straight among the old objects, and in one start of three it expects so of what
 * autocannon makes for each answer. All that hangs on it then stays too: collections of 9 ms instead of 2, thirty a
 * second, in which the server has nothing to do.
 */
setFlagsFromString('--no-allocation-site-pretenuring')

export const connections = 64
/** Milliseconds between two looks at whether a run is over. */
const sampleMs = 100
/** Not an answer's time is judged here, but that it comes; a busy machine needs more than autocannon's 10 s. */
const answerMostSeconds = 60

export interface Driven {
  answered: number
  seconds: number
  p50Ms: number
  p99Ms: number
}

/** Either for a time, or so many requests. */
export type Length = { seconds: number } | { amount: number }

export interface Target {
  port: number
  /** Called when the first request is about to leave: whatever the client prepares is over then. */
  onStart?: () => void
}

/** Visits over 64 connections, each sending its next one when it has its answer. Fails unless every answer is a redirect. */
export async function driveVisits(target: Target, visits: Visits, length: Length): Promise<Driven> {
  const all = distinctVisits(visits)
  let client = 0
  return await drive(target, connections, length, '3', (setRequests) => {
    // Each connection has a share of its own: no visit comes twice before all have come.
    setRequests(all.filter((_, index) => index % connections === client))
    client++
  })
}

export interface Post extends Visit {
  method: 'POST'
  body: string
}

/** The same POST again and again. Fails unless every answer is a 2xx. */
export async function drivePosts(target: Target, post: Post, length: Length, clients: number): Promise<Driven> {
  return await drive(target, clients, length, '2', (setRequests) => setRequests([post]))
}

/** autocannon counts a redirect as a failure of its own, so the answers are judged here, by the first digit of their status. */
async function drive(
  { port, onStart }: Target,
  clients: number,
  length: Length,
  expected: '2' | '3',
  setUp: (setRequests: (requests: Visit[]) => void) => void,
): Promise<Driven> {
  const run = autocannon({
    url: `http://127.0.0.1:${port}`,
    connections: clients,
    sampleInt: sampleMs,
    timeout: answerMostSeconds,
    setupClient: (client) => setUp((requests) => client.setRequests(requests)),
    ...('seconds' in length ? { duration: length.seconds } : { amount: length.amount }),
  })
  let startedAt = Number.NaN
  run.once('start', () => {
    onStart?.()
    startedAt = performance.now()
  })
  const { errors, timeouts, latency, statusCodeStats } = await run
  const seconds = (performance.now() - startedAt) / 1000
  const statuses = Object.entries(statusCodeStats)
  const answered = statuses.reduce((sum, [, { count }]) => sum + count, 0)
  const strange = statuses.filter(([status]) => !status.startsWith(expected)).map(([status]) => status)
  if (errors + timeouts > 0 || strange.length > 0 || answered === 0) {
    throw new Error(
      `port ${port}: ${answered} answers, ${errors} errors, other than ${expected}xx: ${strange.join(' ')}`,
    )
  }
  return { answered, seconds, p50Ms: latency.p50, p99Ms: latency.p99 }
}
