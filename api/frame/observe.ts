import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Histogram, type Registry } from 'prom-client'
import type { Tracing } from '#runtime/span.ts'
import { endTrace, traceRequests } from './trace-requests.ts'

/** Recorded if the client disconnected before the response was complete. The code that nginx uses for this. */
const clientLeft = 499

/** Gives every response an id, measures it, and logs it by route, so that neither ids nor ?api_key= are recorded. */
export function observeRequests(app: FastifyInstance, registry: Registry, tracing?: Tracing | null): void {
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests and the time they took, by route. The status is 499 if the client disconnected before the response was complete.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  if (tracing) traceRequests(app, tracing)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    // Fastify calls onResponse only for complete responses.
    let status = clientLeft
    reply.raw.once('finish', () => {
      status = reply.statusCode
    })
    reply.raw.once('close', () => {
      duration.observe({ ...routeOf(request), status }, reply.elapsedTime / 1000)
      logRequest(request, reply, status)
      endTrace(request, status)
    })
  })
}

const routeOf = ({ method, routeOptions }: FastifyRequest) => ({ method, route: routeOptions.url ?? 'unknown' })

function logRequest(request: FastifyRequest, { elapsedTime }: FastifyReply, status: number): void {
  const ms = Math.round(elapsedTime * 10) / 10
  const message = status === clientLeft ? 'the client disconnected' : 'answered'
  request.log.info({ ...routeOf(request), status, ms, account_id: request.caller?.account.id }, message)
}
