import type { ClientRow } from '#model/oauth/clients.ts'
import type { Services } from '../frame/endpoint.ts'
import { answerTokens } from './issue-tokens.ts'
import { OAuthError } from './oauth-error.ts'
import { demandParam } from './params.ts'
import { redeemCode } from './redeem-code.ts'
import { refreshTokens } from './refresh-tokens.ts'

/** Handlers by grant_type. Every client may refresh, because the code grant always returns a refresh token. */
export async function exchangeToken(services: Services, client: ClientRow, params: URLSearchParams) {
  switch (demandParam(params, 'grant_type')) {
    case 'authorization_code':
      if (!client.grant_types.includes('authorization_code')) {
        throw new OAuthError('unauthorized_client', 'The client is not registered for this grant.')
      }
      return await answerTokens(services, await redeemCode(services, client, params))
    case 'refresh_token':
      return await answerTokens(services, await refreshTokens(services, client, params))
    default:
      throw new OAuthError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.')
  }
}
