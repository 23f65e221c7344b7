import { type AuthInfo, getOAuthProtectedResourceMetadataUrl } from '@modelcontextprotocol/server'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '#core/api-error.ts'
import type { Caller } from '#model/accounts/caller.ts'
import { mcpAudience } from '#model/oauth/audience.ts'
import { looksLikeToken, readAccessToken } from '#model/oauth/read-access-token.ts'
import type { Config } from '#runtime/config.ts'
import { scopes } from '#schemas/scopes.ts'
import { requireAddress } from '../frame/auth/allowed-addresses.ts'
import { authenticate } from '../frame/auth/authenticate.ts'
import type { Services } from '../frame/endpoint.ts'

export interface Admitted {
  caller: Caller
  /** The OAuth token for the SDK; absent for an API key. */
  auth: AuthInfo | undefined
}

/** The caller by the Authorization header. The MCP server accepts neither a query parameter nor a cookie. */
export async function identify(request: FastifyRequest, services: Services): Promise<Admitted> {
  const secret = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1]
  if (secret === undefined) {
    throw unauthorized(services.config, 'Sign in with OAuth, or send the header Authorization: Bearer <API_KEY>.')
  }
  if (looksLikeToken(secret)) return await identifyToken(secret, services)
  const caller = await authenticate(services.sql, { kind: 'key', secret }).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 401)
      throw unauthorized(services.config, error.message, error.code)
    throw error
  })
  requireAddress(caller.key, request.ip)
  return { caller, auth: undefined }
}

async function identifyToken(token: string, services: Services): Promise<Admitted> {
  const { config } = services
  const resource = mcpAudience(config)
  const caller = await readAccessToken(services, token, resource)
  if (caller === null) {
    throw unauthorized(
      config,
      'The access token is invalid, expired, revoked, or for another server. Sign in again.',
      'UNAUTHORIZED',
    )
  }
  const { client_id, scopes: granted } = caller.token
  const resourceMetadataUrl = metadataUrl(config)
  return { caller, auth: { token, clientId: client_id, scopes: [...granted], resourceMetadataUrl } }
}

/** The metadata that names the authorization server (RFC 9728). */
const metadataUrl = (config: Config): string => getOAuthProtectedResourceMetadataUrl(new URL(mcpAudience(config)))

/** RFC 6750: no error without a token, invalid_token with an invalid one. */
function unauthorized(config: Config, message: string, code?: ApiError['code']): ApiError {
  const wrong = code === undefined ? '' : 'error="invalid_token", '
  const challenge = `Bearer ${wrong}resource_metadata="${metadataUrl(config)}", scope="${scopes.join(' ')}"`
  return new ApiError(code ?? 'UNAUTHORIZED', message, undefined, { 'www-authenticate': challenge })
}
