import type { FastifyInstance } from 'fastify'
import { type Checks, checkHealth } from '#runtime/health.ts'

export interface HealthSource {
  checks: Checks
  isStopping: () => boolean
}

/**
 * For balancers: /healthz says that the process runs, /readyz that it and its stores take requests. A process that stops
 * still answers, but asks its clients to connect elsewhere.
 */
export function serveHealth(app: FastifyInstance, { checks, isStopping }: HealthSource): void {
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping()) reply.header('connection', 'close')
  })
  app.get('/healthz', () => ({ ok: true }))
  app.get('/readyz', async (_request, reply) => {
    const { ok, stores } = await checkHealth(checks)
    const ready = ok && !isStopping()
    return reply.code(ready ? 200 : 503).send({ ok: ready, stores })
  })
}
