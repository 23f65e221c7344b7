import type { FastifyInstance } from 'fastify'
import { type Checks, publishHealth } from '#runtime/health.ts'

export interface HealthSource {
  checks: Checks
  isStopping: () => boolean
}

/**
 * For load balancers: /healthz reports that the process is running, /readyz that it accepts requests and its stores respond. A
 * process that is stopping still responds, but asks clients to close the connection.
 */
export function serveHealth(app: FastifyInstance, { checks, isStopping }: HealthSource): void {
  const readHealth = publishHealth(checks, app.log)
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping()) reply.header('connection', 'close')
  })
  app.get('/healthz', () => ({ ok: true }))
  app.get('/readyz', async (_request, reply) => {
    const health = await readHealth()
    const ok = health.ok && !isStopping()
    return reply.code(ok ? 200 : 503).send({ ...health, ok })
  })
}
