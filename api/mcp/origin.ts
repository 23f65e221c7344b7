import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'
import { ApiError } from '#core/api-error.ts'
import { readableByAnyPage, sendableByAnyPage } from '../frame/any-origin.ts'

const methods = 'POST, GET, DELETE, OPTIONS'
const sent =
  'Authorization, Content-Type, Accept, Mcp-Method, Mcp-Name, Mcp-Protocol-Version, Mcp-Session-Id, Last-Event-ID'
const readable = 'WWW-Authenticate, X-Request-Id, Retry-After'

/** Any page may read the response, even an error; cookies are not accepted. */
export function allowAnyPage(reply: FastifyReply): void {
  reply.headers({ ...readableByAnyPage(readable), ...sendableByAnyPage({ methods, sent }) })
}

/** Refuses pages of other origins, which may use DNS rebinding. Agents send no Origin. */
export function refuseForeignPage({ origin }: IncomingHttpHeaders, baseUrl: string): void {
  if (origin === undefined || origin === new URL(baseUrl).origin) return
  throw new ApiError('FORBIDDEN', `Only pages of ${new URL(baseUrl).origin} can use the MCP server.`)
}
