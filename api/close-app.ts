import type { FastifyInstance } from 'fastify'

/** Time for requests that are running. Below the limit for a part in runtime/lifecycle.ts. */
const usualLingerMs = 5_000

/** Stops listening. Node would wait over a minute for a connection on which nothing was requested. */
export async function closeApp(app: FastifyInstance, lingerMs = usualLingerMs): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), lingerMs)
  try {
    await app.close()
  } finally {
    clearTimeout(timer)
  }
}
