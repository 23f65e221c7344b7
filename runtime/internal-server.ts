import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Registry } from 'prom-client'
import { type Checks, checkHealth } from './health.ts'

interface InternalServerOptions {
  port: number
  /** The address to listen on; the default is loopback. */
  host?: string
  registry: Registry
  checks: Checks
  isStopping?: () => boolean
  /** Additional paths, such as /internal/tls-ask. */
  routes?: Record<string, (url: URL, response: ServerResponse) => Promise<void>>
}

export interface InternalServer {
  port: number
  close(): Promise<void>
}

/** The port of one of several processes: consecutive ports starting with the first, or any free port if that is 0. */
export const internalPortOf = (first: number, place: number): number => (first === 0 ? 0 : first + place)

/** Serves metrics, health checks, and internal calls of one process. */
export async function startInternalServer(options: InternalServerOptions): Promise<InternalServer> {
  const server = createServer((request, response) => {
    answer(options, request, response).catch((error: unknown) => {
      response.writeHead(500).end(error instanceof Error ? error.message : String(error))
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    // Exclusive, because in a cluster the processes would share the port.
    server.listen({ port: options.port, host: options.host ?? '127.0.0.1', exclusive: true }, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function answer(
  options: InternalServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://internal')
  const route = options.routes?.[url.pathname]
  if (route !== undefined) return route(url, response)
  if (url.pathname === '/metrics') {
    const text = await options.registry.metrics()
    response.writeHead(200, { 'content-type': options.registry.contentType }).end(text)
  } else if (url.pathname === '/healthz') {
    response.writeHead(200).end('ok\n')
  } else if (url.pathname === '/readyz') {
    const health = await checkHealth(options.checks)
    const ready = health.ok && options.isStopping?.() !== true
    response.writeHead(ready ? 200 : 503, { 'content-type': 'application/json' }).end(JSON.stringify(health))
  } else {
    response.writeHead(404).end('not found\n')
  }
}
