import type { FastifyInstance } from 'fastify'
import { Histogram, type Registry } from 'prom-client'
import type { Tracing } from '#runtime/span.ts'
import { traceRequests } from './trace-requests.ts'

/** Gives every response an id, measures it, and logs it by route, so that neither ids nor ?api_key= are recorded. */
export function observeRequests(app: FastifyInstance, registry: Registry, tracing?: Tracing | null): void {
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests and the time they took, by route.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  if (tracing) traceRequests(app, tracing)
  app.addHook('onResponse', async (request, reply) => {
    const method = request.method
    const route = request.routeOptions.url ?? 'unknown'
    const status = reply.statusCode
    duration.observe({ method, route, status }, reply.elapsedTime / 1000)
    const ms = Math.round(reply.elapsedTime * 10) / 10
    request.log.info({ method, route, status, ms, account_id: request.caller?.account.id }, 'answered')
  })
}
