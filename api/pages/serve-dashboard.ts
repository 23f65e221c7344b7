import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '#core/api-error.ts'
import { html } from './html.ts'
import { goTo } from './page.ts'
import { findVisitor, type PageServices } from './page-services.ts'
import { type Build, type BuiltFile, readBuild } from './read-build.ts'

/** A browser keeps what is named by its content for a year, the longest that is understood everywhere. */
const forGood = 'public, max-age=31536000, immutable'

/**
 * The browser itself sees to it that the pages ask no other host. A nonce for the one style that dialogs put into the page to
 * hold it still.
 */
const contentPolicy = (nonce: string) =>
  `default-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; object-src 'none'; base-uri 'self'; ` +
  "form-action 'self'; frame-ancestors 'none'"

/** The app under /app: its files, and one page for all of its addresses. It is for who is signed in. */
export function serveDashboard(pages: FastifyInstance, services: PageServices): void {
  const { config, root } = services
  const build = readBuild()
  const shell = build === null ? null : fillShell(build, { base: `${root}/app/`, host: config.BASE_DOMAIN })

  async function sendShell(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if ((await findVisitor(services, request)) === null) {
      return goTo(reply, `${root}/login?next=${encodeURIComponent(`${root}${request.url}`)}`)
    }
    if (shell === null) {
      throw new ApiError('SERVICE_UNAVAILABLE', 'The dashboard is not built. Run `npm run build`, then start again.')
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
      throw new ApiError('NOT_FOUND', 'No such file: the web pages were built anew. Reload.')
    return await sendShell(request, reply)
  })
}

interface Place {
  base: string
  host: string
}

/** All addresses in the page stand relative to its base, so that Waymark can live below a path. */
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
