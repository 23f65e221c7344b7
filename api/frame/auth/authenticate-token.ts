import { ApiError } from '#core/api-error.ts'
import { restAudience } from '#model/oauth/audience.ts'
import { readAccessToken, type TokenCaller } from '#model/oauth/read-access-token.ts'
import type { Endpoint, Services } from '../endpoint.ts'
import { neededScope } from './scope-rules.ts'

/** The caller behind an access token. The challenge names the metadata of the authorization server (RFC 9728). */
export async function authenticateToken(
  services: Pick<Services, 'sql' | 'config' | 'signingKeys'>,
  token: string,
): Promise<TokenCaller> {
  const caller = await readAccessToken(services, token, restAudience(services.config))
  if (caller !== null) return caller
  const metadata = `${services.config.BASE_URL}/.well-known/oauth-protected-resource`
  throw new ApiError(
    'UNAUTHORIZED',
    'The access token is invalid, expired, revoked, or not for this API. Refresh it or sign in again.',
    undefined,
    { 'www-authenticate': `Bearer error="invalid_token", resource_metadata="${metadata}"` },
  )
}

export function requireScope(token: TokenCaller['token'], { method, path }: Pick<Endpoint, 'method' | 'path'>): void {
  const needed = neededScope({ method, path })
  if (needed === 'any' || (needed !== null && token.scopes.includes(needed))) return
  const message =
    needed === null
      ? 'OAuth access tokens cannot do this. Use an API key.'
      : `The access token lacks the \`${needed}\` scope. Ask the user to grant it.`
  throw new ApiError('FORBIDDEN', message, 'insufficient_scope', {
    'www-authenticate': `Bearer error="insufficient_scope"${needed === null ? '' : `, scope="${needed}"`}`,
  })
}
