import type { FastifyInstance, FastifyReply } from 'fastify'

const root = '/api/v1/'
const preflightSeconds = 86_400

/** A page can read these headers of a response, and only these. */
const readable = [
  ...['Content-Disposition', 'ETag', 'Idempotent-Replayed', 'RateLimit', 'RateLimit-Policy', 'Retry-After'],
  ...['WWW-Authenticate', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-Request-Id'],
].join(', ')
const methods = 'GET, POST, PUT, PATCH, DELETE'
const sent = 'Authorization, Content-Type, Idempotency-Key, If-None-Match'

/**
 * Pages of any origin may call the API with a key or token. Browsers send no cookies with these calls and give a page no
 * response to a request with cookies, so no page can act for its visitor. Register before the hooks that refuse requests.
 */
export function allowPagesOfAnyOrigin(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith(root)) return
    reply.headers(readableByAnyPage(readable))
    const isPreflight = request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
    if (isPreflight) return answerPreflight(reply, { methods, sent })
  })
}

/** Headers of a response that any page may read, with those of its headers that it may read too. */
export const readableByAnyPage = (headers: string) => ({
  'access-control-allow-origin': '*',
  'access-control-expose-headers': headers,
})

/** What any page may send. */
export const sendableByAnyPage = ({ methods, sent }: { methods: string; sent: string }) => ({
  'access-control-allow-methods': methods,
  'access-control-allow-headers': sent,
  'access-control-max-age': String(preflightSeconds),
})

/** The response to a browser that asks what a page may send. */
export const answerPreflight = (reply: FastifyReply, allowed: { methods: string; sent: string }) =>
  reply.code(204).headers(sendableByAnyPage(allowed)).send()
