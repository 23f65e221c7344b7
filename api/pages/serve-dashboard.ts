import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '#core/api-error.ts'
import { html } from './html.ts'
import { goTo } from './page.ts'
import { findVisitor, type PageServices } from './page-services.ts'
import { type Build, type BuiltFile, readBuild } from './read-build.ts'

/** Hashed files are cached for a year, the longest time that all browsers support. */
const forGood = 'public, max-age=31536000, immutable'

/**
 * Keeps the pages from contacting any other host. The nonce is for the one style that dialogs insert to lock scrolling.
 */
const contentPolicy = (nonce: string) =>
  `default-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; object-src 'none'; base-uri 'self'; ` +
  "form-action 'self'; frame-ancestors 'none'"

/** Serves the dashboard under /app to signed-in users: its files, and one page for all other paths. */
export function serveDashboard(pages: FastifyInstance, services: PageServices): void {
  const { config, root } = services
  const build = readBuild()
  const shell = build === null ? null : fillShell(build, { base: `${root}/app/`, host: config.BASE_DOMAIN })

  async function sendShell(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if ((await findVisitor(services, request)) === null) {
      return goTo(reply, `${root}/login?next=${encodeURIComponent(`${root}${request.url}`)}`)
    }
    if (shell === null) {
      throw new ApiError('SERVICE_UNAVAILABLE', 'The dashboard is not built. Run npm run build and restart.')
    }
    const nonce = randomBytes(16).toString('base64')
    reply.header('content-security-policy', contentPolicy(nonce)).header('cache-control', 'no-store')
    return reply.type('text/html; charset=utf-8').send(shell(nonce))
  }

  pages.get('/app', sendShell)
  pages.get<{ Params: { '*': string } }>('/app/*', async (request, reply) => {
    const path = request.params['*']
    const file = build?.files.get(path)
    if (file !== undefined) return sendFile(file, request, reply)
    if (path.startsWith('assets/'))
      throw new ApiError('NOT_FOUND', 'File not found. The dashboard was updated; reload the page.')
    return await sendShell(request, reply)
  })
}

interface Place {
  base: string
  host: string
}

/** All URLs in the page are relative to its base, so that Waymark can be served below a path. */
function fillShell({ shell }: Build, { base, host }: Place): (nonce: string) => string {
  const [head = '', rest = ''] = shell.split('<!--place-->')
  const place = html`<base href="${base}">
<meta name="short-host" content="${host}">`
  return (nonce) => `${head}${place.text}${html`<meta name="style-nonce" content="${nonce}">`.text}${rest}`
}

function sendFile(file: BuiltFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const accepted = String(request.headers['accept-encoding'] ?? '').split(/\s*,\s*/)
  const takes = (encoding: string) => accepted.some((item) => item === encoding || item.startsWith(`${encoding};q=0.`))
  const copy = file.encoded.find(({ encoding }) => takes(encoding))
  reply.type(file.type).header('vary', 'accept-encoding')
  reply.header('cache-control', file.isHashed ? forGood : 'no-cache')
  if (!file.isHashed) {
    const tag = `"${createHash('sha256').update(file.plain).digest('base64url').slice(0, 22)}"`
    reply.header('etag', tag)
    if (request.headers['if-none-match'] === tag) return reply.code(304).send()
  }
  if (copy !== undefined) reply.header('content-encoding', copy.encoding)
  return reply.send(copy?.bytes ?? file.plain)
}
