import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#runtime/config.ts'
import type { Endpoint } from './endpoint.ts'
import { describeApi } from './openapi.ts'

const documentPath = '/api/v1/openapi.json'

/** Keeps the page from requesting other hosts. Scalar uses inline scripts and styles. */
const contentPolicy =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'unsafe-inline'; connect-src 'self'; " +
  "img-src 'self' data:; font-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export function serveReference(app: FastifyInstance, endpoints: readonly Endpoint[], config: Config): void {
  // Takes 280 ms, so it is built for the first request instead of at every start.
  let document: string | undefined
  app.get(documentPath, (_request, reply) => {
    document ??= JSON.stringify(describeApi(endpoints, config.BASE_URL))
    return reply.type('application/json; charset=utf-8').send(document)
  })
  app.register(scalar, {
    routePrefix: '/docs',
    hooks: {
      onRequest(_request, reply, done) {
        reply.header('content-security-policy', contentPolicy)
        done()
      },
    },
    configuration: {
      url: documentPath,
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  })
}
