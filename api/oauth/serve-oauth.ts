import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { mcpAudience, restAudience } from '#model/oauth/audience.ts'
import { answerPreflight, readableByAnyPage } from '../frame/any-origin.ts'
import { limitNetwork } from '../frame/auth/limit-network.ts'
import type { Services } from '../frame/endpoint.ts'
import { toApiError } from '../frame/error-replies.ts'
import { mostFields, parseFields } from '../frame/parse-fields.ts'
import { ClientCheck } from './authenticate-client.ts'
import { exchangeToken } from './exchange-token.ts'
import { limitRegistration } from './limit-registration.ts'
import { authorizationServer, protectedResource } from './metadata.ts'
import { OAuthError } from './oauth-error.ts'
import { refuseRepeated } from './params.ts'
import { readMetadata, registerClient } from './register-client.ts'
import { revokeToken } from './revoke-token.ts'

/** Metadata with 8 redirect URIs of 500 characters takes 5 KB, and a form of the token endpoint much less. */
const largestBodyBytes = 10 * 1024
const metadataSeconds = 300

/** OAuth endpoints for programs, including pages of any origin. The authorize page for users is in api/pages. */
export function serveOAuth(app: FastifyInstance, services: Services): void {
  const clients = new ClientCheck(services)
  void app.register(async (scope) => {
    answerErrors(scope)
    allowAnyOrigin(scope)
    scope.addHook('onRequest', async (request, reply) => limitNetwork(services, request, reply))
    serveMetadata(scope, services)
    scope.post('/mcp/oauth/register', { bodyLimit: largestBodyBytes }, async ({ body, ip }, reply) => {
      const metadata = readMetadata(body)
      await limitRegistration(services, ip)
      return answer(reply.code(201), await registerClient(services.sql, metadata))
    })
    await scope.register(async (forms) => {
      readOAuthForms(forms)
      for (const [path, perform] of [
        ['/mcp/oauth/token', exchangeToken],
        ['/mcp/oauth/revoke', revokeToken],
      ] as const) {
        forms.post(path, async (request, reply) => {
          const params = readBody(request)
          const client = await clients.check({
            authorization: request.headers.authorization,
            params,
            address: request.ip,
          })
          return answer(reply, await perform(services, client, params))
        })
      }
    })
  })
}

function serveMetadata(scope: FastifyInstance, { config, signingKeys }: Services): void {
  const documents = {
    'oauth-authorization-server': authorizationServer(config),
    'oauth-protected-resource': protectedResource(config, restAudience(config), 'Waymark API'),
    'oauth-protected-resource/mcp': protectedResource(config, mcpAudience(config), 'Waymark MCP server'),
  }
  for (const [path, document] of Object.entries(documents)) {
    scope.get(`/.well-known/${path}`, (_request, reply) =>
      reply.header('cache-control', `public, max-age=${metadataSeconds}`).send(document),
    )
  }
  scope.get('/.well-known/jwks.json', async (_request, reply) => {
    await signingKeys.current()
    const keys = (await signingKeys.all()).map(({ publicJwk }) => publicJwk)
    return reply.header('cache-control', `public, max-age=${metadataSeconds}`).send({ keys })
  })
}

const noStore = { 'cache-control': 'no-store', pragma: 'no-cache' }
const answer = (reply: FastifyReply, body: object) => reply.headers(noStore).send(body)

/** Ignores cookies, so that no page can act for its visitor. */
function allowAnyOrigin(scope: FastifyInstance): void {
  scope.addHook('onRequest', async (_request, reply) => {
    reply.headers(readableByAnyPage('WWW-Authenticate, Retry-After'))
  })
  scope.addHook('onRoute', ({ method, url }) => {
    if (method !== 'GET' && method !== 'POST') return
    scope.options(url, (_request, reply) =>
      answerPreflight(reply, { methods: method, sent: 'Authorization, Content-Type, MCP-Protocol-Version' }),
    )
  })
}

/** Token and revoke accept only form bodies (RFC 6749, 3.2). */
function readOAuthForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: largestBodyBytes },
    (_request, body: string, done) => done(null, parseFields(body)),
  )
}

function readBody({ body }: FastifyRequest): URLSearchParams {
  if (!(body instanceof URLSearchParams))
    throw new OAuthError(
      'invalid_request',
      `The body must be application/x-www-form-urlencoded, with at most ${mostFields} parameters.`,
    )
  refuseRepeated(body)
  return body
}

function answerErrors(scope: FastifyInstance): void {
  scope.setErrorHandler((error, request, reply) => {
    const refusal = error instanceof OAuthError ? error : toOAuthError(error)
    if (refusal.status >= 500) request.log.error({ err: error }, 'an OAuth request failed')
    return reply
      .code(refusal.status)
      .headers({ ...noStore, ...refusal.headers })
      .send(refusal.body)
  })
}

function toOAuthError(error: unknown): OAuthError {
  const { status, message, headers } = toApiError(error)
  if (status === 429 || status === 503) return new OAuthError('temporarily_unavailable', message, headers, status)
  if (status >= 500) return new OAuthError('server_error', message)
  // RFC 6749 (5.2) has no 415: a body of another media type is an invalid request.
  const shown = status === 415 ? 400 : status
  return new OAuthError('invalid_request', 'The body cannot be read. Check its content type and size.', {}, shown)
}
