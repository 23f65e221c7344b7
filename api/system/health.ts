import type { FastifyInstance } from 'fastify'
import { type Checks, publishHealth } from '#runtime/health.ts'

export interface HealthSource {
  checks: Checks
  isStopping: () => boolean
}

/**
 * For load balancers: /healthz reports that the process is running, /readyz that it and its stores accept requests. A
 * process that is stopping still responds, but asks clients to close the connection.
 */
export function serveHealth(app: FastifyInstance, { checks, isStopping }: HealthSource): void {
  const readHealth = publishHealth(checks, app.log)
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping()) reply.header('connection', 'close')
  })
  app.get('/healthz', () => ({ ok: true }))
  app.get('/readyz', async (_request, reply) => {
    const { ok, stores } = await readHealth()
    const ready = ok && !isStopping()
    return reply.code(ready ? 200 : 503).send({ ok: ready, stores })
  })
}
