import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** Ends the connection, unless the body has arrived. */
    bodyTimer?: NodeJS.Timeout
  }
}

/** How long clients may take to send a request, and a large file. */
export interface RequestTimes {
  headersMs: number
  bodyMs: number
  /** A large file may take longer, as long as at least this many bytes arrive in each period. */
  file: { periodMs: number; leastBytes: number }
}

/** A file of 256 MB takes up to an hour, with 73 kB per second. */
export const usualTimes: RequestTimes = {
  headersMs: 30_000,
  bodyMs: 30_000,
  file: { periodMs: 30_000, leastBytes: 2_200_000 },
}

/** Node has only one time limit for all requests, so it applies to headers, and these timers to bodies. */
export function limitRequestTimes(app: FastifyInstance, { headersMs, bodyMs }: RequestTimes): void {
  app.server.requestTimeout = 0
  app.server.headersTimeout = headersMs
  app.addHook('onRequest', async (request) => {
    const { raw } = request
    // Tests inject requests, which have no connection.
    if (raw.complete || !hasBody(request) || !(raw.socket instanceof Socket)) return
    request.bodyTimer = setTimeout(() => refuse(request), bodyMs).unref()
    raw.once('close', () => clearTimeout(request.bodyTimer))
  })
}

/** Replaces the time limit of the body with a minimum speed. */
export function limitFileTime(request: FastifyRequest, { periodMs, leastBytes }: RequestTimes['file']): void {
  clearTimeout(request.bodyTimer)
  const { raw } = request
  let before = raw.socket.bytesRead
  const timer = setInterval(() => {
    if (raw.socket.bytesRead - before < leastBytes) refuse(request)
    before = raw.socket.bytesRead
  }, periodMs).unref()
  for (const event of ['end', 'close']) raw.once(event, () => clearInterval(timer))
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Refuses the request as Node refuses one whose headers take too long. */
function refuse({ server, raw }: FastifyRequest): void {
  if (raw.complete) return
  const error = Object.assign(new Error('the request took too long to arrive'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  server.server.emit('clientError', error, raw.socket)
}
