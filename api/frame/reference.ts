import { createHash } from 'node:crypto'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import { limitOpenRequest } from './auth/limit-open-request.ts'
import type { Endpoint, Services } from './endpoint.ts'
import { describeApi } from './openapi.ts'
import { pagePermissions } from './security-headers.ts'

const documentPath = '/api/v1/openapi.json'

/**
 * Keeps the page from requesting other hosts, and from running any inline script but the one that starts it. Scalar inserts
 * its styles. The page is not sandboxed: in an opaque origin, its requests to the API would be cross-origin.
 */
const contentPolicy = (scripts: string) =>
  `default-src 'none'; script-src 'self'${scripts}; style-src 'unsafe-inline'; connect-src 'self'; ` +
  "img-src 'self' data:; font-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const configuration = {
  url: documentPath,
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
} as const

/** Sources that allow the inline scripts of a page by their hashes. */
function sourcesOf(page: string): string {
  const scripts = [...page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs)].map(([, script = '']) => script)
  return scripts.map((script) => ` 'sha256-${createHash('sha256').update(script).digest('base64')}'`).join('')
}

export function serveReference(app: FastifyInstance, endpoints: readonly Endpoint[], services: Services): void {
  // Takes 280 ms, so it is built for the first request instead of at every start.
  let document: string | undefined
  app.get(documentPath, async (request, reply) => {
    await limitOpenRequest(services, request, reply)
    document ??= JSON.stringify(describeApi(endpoints, services.config.BASE_URL))
    return reply.type('application/json; charset=utf-8').send(document)
  })
  void app.register(async (docs) => {
    docs.addHook('onSend', async (_request, reply, payload) => {
      const isPage = String(reply.getHeader('content-type')).startsWith('text/html') && typeof payload === 'string'
      reply.headers({ ...pagePermissions, 'content-security-policy': contentPolicy(isPage ? sourcesOf(payload) : '') })
    })
    await docs.register(scalar, { routePrefix: '/docs', configuration })
  })
}
