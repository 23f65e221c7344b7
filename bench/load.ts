import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import autocannon, { type Run } from 'autocannon'
import { distinctVisits, type Visit, type Visits } from './visits.ts'

/**
 * V8 allocates objects with a long expected life directly in the old space, and in one of three runs it expects this of
 * the objects that autocannon creates for each response. Everything they reference then stays as well: collections take
 * 9 ms instead of 2, thirty times a second, and the server is idle meanwhile.
 */
setFlagsFromString('--no-allocation-site-pretenuring')

export const connections = 64
/** Milliseconds between two checks for the end of a run. */
const sampleMs = 100
/** Generous, since only missing responses matter here. A busy machine needs more than autocannon's default of 10 s. */
const answerMostSeconds = 60

export interface Driven {
  answered: number
  seconds: number
  p50Ms: number
  p99Ms: number
}

/** Either a duration or a number of requests. */
export type Length = { seconds: number } | { amount: number }

export interface Target {
  port: number
  /** Called just before the first request, when the client has finished its preparation. */
  onStart?: () => void
}

/** Visits over 64 connections. Each sends its next request after the response. Fails unless every response is a redirect. */
export async function driveVisits(target: Target, visits: Visits, length: Length): Promise<Driven> {
  const all = distinctVisits(visits)
  let client = 0
  return await drive(target, connections, length, '3', (setRequests) => {
    // Each connection has its own share, so no visit repeats before all have been sent.
    setRequests(all.filter((_, index) => index % connections === client))
    client++
  })
}

export interface Post extends Visit {
  method: 'POST'
  body: string
}

/** Repeats the same POST. Fails unless every response is a 2xx. */
export async function drivePosts(target: Target, post: Post, length: Length, clients: number): Promise<Driven> {
  return await drive(target, clients, length, '2', (setRequests) => setRequests([post]))
}

/** autocannon counts redirects as failures, so responses are checked here by the first digit of their status. */
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
    ...('seconds' in length ? { duration: length.seconds + answerMostSeconds } : { amount: length.amount }),
  })
  let startedAt = Number.NaN
  run.once('start', () => {
    onStart?.()
    startedAt = performance.now()
    if ('seconds' in length) void stopAfter(run, length.seconds)
  })
  const { errors, timeouts, latency, statusCodeStats } = await run
  const seconds = (performance.now() - startedAt) / 1000
  const statuses = Object.entries(statusCodeStats)
  const answered = statuses.reduce((sum, [, { count }]) => sum + count, 0)
  const strange = statuses.filter(([status]) => !status.startsWith(expected)).map(([status]) => status)
  if (errors + timeouts > 0 || strange.length > 0 || answered === 0) {
    throw new Error(
      `port ${port}: ${answered} responses, ${errors} errors, other than ${expected}xx: ${strange.join(' ')}`,
    )
  }
  return { answered, seconds, p50Ms: latency.p50, p99Ms: latency.p99 }
}

/** Not before the first response: on a busy machine, a short time can pass before any connection is served. */
async function stopAfter(run: Run, seconds: number): Promise<void> {
  const responded = new Promise<void>((resolve) => run.once('response', resolve))
  await Promise.all([responded, sleep(seconds * 1_000)])
  run.stop()
}
