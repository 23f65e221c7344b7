import { createHash } from 'node:crypto'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
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

interface ReferenceText {
  referenceText: string
  basePlaceholder: string
}

interface Reference {
  baseUrl: string
  /** Counts a request for the document. */
  limit: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /** Called for the first request, so that no start waits for the document. */
  load: () => Promise<ReferenceText>
}

export function serveReference(app: FastifyInstance, { baseUrl, limit, load }: Reference): void {
  let document: string | undefined
  app.get(documentPath, async (request, reply) => {
    await limit(request, reply)
    document ??= withBase(await load(), baseUrl)
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

function withBase({ referenceText, basePlaceholder }: ReferenceText, baseUrl: string): string {
  return referenceText.replaceAll(basePlaceholder, JSON.stringify(baseUrl).slice(1, -1))
}
