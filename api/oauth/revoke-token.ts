import { hashToken } from '#model/accounts/open-session.ts'
import { verifyAccessToken } from '#model/oauth/access-token.ts'
import type { ClientRow } from '#model/oauth/clients.ts'
import { revokeOwnGrant } from '#model/oauth/grants.ts'
import { looksLikeToken } from '#model/oauth/read-access-token.ts'
import type { Services } from '../frame/endpoint.ts'
import { demandParam } from './params.ts'

/**
 * RFC 7009: revokes the grant of a token with all its tokens. The format of the token tells its type, so token_type_hint
 * is ignored. An unknown or expired token and another client's get the same response.
 */
export async function revokeToken({ sql, config, signingKeys }: Services, client: ClientRow, params: URLSearchParams) {
  const token = demandParam(params, 'token')
  if (!looksLikeToken(token)) {
    await revokeOwnGrant(sql, client.id, hashToken(token))
  } else {
    const claims = await verifyAccessToken(signingKeys, token, { issuer: config.BASE_URL })
    if (claims !== null) await revokeOwnGrant(sql, client.id, hashToken(claims.grant))
  }
  return { success: true, message: 'Token revoked' }
}
