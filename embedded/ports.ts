import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { errorCode, LaunchError } from './launch-error.ts'

/** Below the ports for outgoing connections (from 32768), so that a store's port is still free when it restarts. */
const lowest = 20_000
const highest = 32_767
const mostTries = 100

/** Finds a free loopback port for a store. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < mostTries; tries++) {
    const port = randomInt(lowest, highest + 1)
    if ((await tryToListen('127.0.0.1', port)) === undefined) return port
  }
  throw new LaunchError(`No free port found between ${lowest} and ${highest} on 127.0.0.1.`)
}

/**
 * Throws if a port of the apps is in use. The check is exclusive, because uWebSockets.js uses SO_REUSEPORT: a second
 * instance would silently share the port and take over visits.
 */
export async function demandFreePort(setting: string, host: string, port: number): Promise<void> {
  if (port === 0) throw new LaunchError(`${setting} must not be 0. Set it to a free port.`)
  // On some systems, binding to the wildcard succeeds although 127.0.0.1 is in use.
  for (const address of new Set([host, isWildcard(host) ? '127.0.0.1' : host])) {
    const problem = await tryToListen(address, port)
    if (problem !== undefined) throw explain(setting, address, port, problem)
  }
}

/** The host under which an app that listens on this host can be reached. */
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
      `${setting}: port ${port} is in use by another program. Stop that program, or set ${setting} to a free port.`,
    )
  }
  if (code === 'EACCES')
    return new LaunchError(`${setting}: this user may not listen on port ${port}. Set a port above 1023.`)
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
