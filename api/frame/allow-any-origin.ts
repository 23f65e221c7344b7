import type { FastifyInstance } from 'fastify'

const root = '/api/v1/'
const preflightSeconds = 86_400

/** A page can read these headers of a response, and only these. */
const readable = [
  ...['Content-Disposition', 'ETag', 'Idempotent-Replayed', 'RateLimit', 'RateLimit-Policy', 'Retry-After'],
  ...['WWW-Authenticate', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-Request-Id'],
]

/**
 * Pages of any origin may call the API with a key or token. Browsers send no cookies with these calls and give a page no
 * response to a request with cookies, so no page can act for its visitor. Register before the hooks that refuse requests.
 */
export function allowAnyOrigin(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith(root)) return
    reply.headers({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': readable.join(', '),
    })
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return
    return reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, If-None-Match',
        'access-control-max-age': String(preflightSeconds),
      })
      .send()
  })
}
