import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { errorCode, LaunchError } from './launch-error.ts'

/** Below the ports that systems hand to outgoing connections (from 32768): a store finds its port free when it restarts. */
const lowest = 20_000
const highest = 32_767
const mostTries = 100

/** A loopback port for a store. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < mostTries; tries++) {
    const port = randomInt(lowest, highest + 1)
    if ((await tryToListen('127.0.0.1', port)) === undefined) return port
  }
  throw new LaunchError(`No free port between ${lowest} and ${highest} was found on 127.0.0.1.`)
}

/**
 * Throws unless a port that our apps will listen on is free. The probe is exclusive: uWebSockets.js listens with SO_REUSEPORT, and
 * a second instance on a busy port would start silently and steal visits.
 */
export async function demandFreePort(setting: string, host: string, port: number): Promise<void> {
  if (port === 0) throw new LaunchError(`${setting} must not be 0: choose the port.`)
  // A program on 127.0.0.1 alone does not stop a bind to the wildcard on every system.
  for (const address of new Set([host, isWildcard(host) ? '127.0.0.1' : host])) {
    const problem = await tryToListen(address, port)
    if (problem !== undefined) throw explain(setting, address, port, problem)
  }
}

/** Where to reach an app that listens on this host. */
export function reachable(host: string): string {
  if (isWildcard(host)) return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

function isWildcard(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

function explain(setting: string, host: string, port: number, problem: Error): LaunchError {
  const code = errorCode(problem)
  if (code === 'EADDRINUSE') {
    return new LaunchError(
      `${setting}: port ${port} is in use by another program; stop that program, or set ${setting} to a free port.`,
    )
  }
  if (code === 'EACCES')
    return new LaunchError(`${setting}: this user may not listen on port ${port}; choose one above 1023.`)
  return new LaunchError(`${setting}: cannot listen on ${host} port ${port} (${code ?? problem.message}).`, {
    cause: problem,
  })
}

function tryToListen(host: string, port: number): Promise<Error | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', resolve)
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)))
  })
}
