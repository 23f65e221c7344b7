import { hashToken } from '#model/accounts/open-session.ts'
import { readAudience } from '#model/oauth/audience.ts'
import type { ClientRow } from '#model/oauth/clients.ts'
import {
  hasRefreshToken,
  insertRefreshToken,
  lockGrantOfRefreshToken,
  revokeGrant,
  useRefreshToken,
} from '#model/oauth/grants.ts'
import type { Services } from '../frame/endpoint.ts'
import { grantSecretOf, mintRefreshToken, type Tokens } from './issue-tokens.ts'
import { OAuthError } from './oauth-error.ts'
import { demandParam, readParam, readParams } from './params.ts'
import { readScopes } from './read-scopes.ts'
import { narrowAudience } from './redeem-code.ts'

/** RFC 6749, 6, with rotation (RFC 9700, 4.14): a refresh token works once, and a second use revokes its family. */
export async function refreshTokens(
  { sql, config }: Services,
  client: ClientRow,
  params: URLSearchParams,
): Promise<Tokens> {
  const token = demandParam(params, 'refresh_token')
  const tokenHash = hashToken(token)
  const asked = readAudience(config, readParams(params, 'resource'))
  const refreshToken = mintRefreshToken(grantSecretOf(token))
  if (!(await hasRefreshToken(sql, tokenHash))) throw unusable()
  const outcome = await sql.begin(async (tx) => {
    const grant = await lockGrantOfRefreshToken(tx, tokenHash)
    if (grant === null || grant.client_id !== client.id) return null
    if (grant.used) await revokeGrant(tx, grant.id)
    if (grant.used || grant.expired || !grant.lasts) return null
    // A request for too much does not use up the token.
    const scopes = readScopes(readParam(params, 'scope'), grant.scopes)
    const audience = narrowAudience(grant, params, asked)
    await useRefreshToken(tx, tokenHash)
    await insertRefreshToken(tx, grant.id, hashToken(refreshToken))
    return { grant, scopes, audience }
  })
  if (outcome === null) throw unusable()
  return { ...outcome, refreshToken }
}

const unusable = () =>
  new OAuthError('invalid_grant', 'The refresh token is invalid, expired, revoked, or already used.')
