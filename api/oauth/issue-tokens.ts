import { mintToken } from '#model/accounts/open-session.ts'
import { accessTokenSeconds, signAccessToken } from '#model/oauth/access-token.ts'
import type { GrantRow } from '#model/oauth/grants.ts'
import type { Scope } from '#schemas/scopes.ts'
import type { Services } from '../frame/endpoint.ts'

/** Characters of a grant's secret: 32 bytes in base64url. */
const secretLength = 43

export interface Tokens {
  grant: GrantRow
  /** Narrowed for this access token only. */
  scopes: readonly Scope[]
  audience: string[]
  refreshToken: string
}

/** A refresh token is the secret of its grant, which is not stored, followed by its own part. */
export const mintRefreshToken = (grantSecret: string): string => `${grantSecret}${mintToken()}`
export const grantSecretOf = (refreshToken: string): string => refreshToken.slice(0, secretLength)

/** RFC 6749, 5.1. */
export async function answerTokens(
  { config, signingKeys }: Services,
  { grant, scopes, audience, refreshToken }: Tokens,
) {
  const accessToken = await signAccessToken(signingKeys, {
    issuer: config.BASE_URL,
    audience,
    userId: grant.user_id,
    clientId: grant.client_id,
    scopes,
    grantSecret: grantSecretOf(refreshToken),
  })
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: accessTokenSeconds,
    refresh_token: refreshToken,
    scope: scopes.join(' '),
  }
}
