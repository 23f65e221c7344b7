import { provesPossession } from '#core/pkce.ts'
import { hashToken, mintToken } from '#model/accounts/open-session.ts'
import { readAudience } from '#model/oauth/audience.ts'
import type { ClientRow } from '#model/oauth/clients.ts'
import {
  type GrantRow,
  hasCode,
  insertRefreshToken,
  lockGrantOfCode,
  revokeGrant,
  startGrant,
} from '#model/oauth/grants.ts'
import type { Services } from '../frame/endpoint.ts'
import { mintRefreshToken, type Tokens } from './issue-tokens.ts'
import { OAuthError } from './oauth-error.ts'
import { demandParam, readParam, readParams } from './params.ts'

/** RFC 6749, 4.1.3: a code is exchanged for tokens once. A second use revokes those tokens, because the code was stolen. */
export async function redeemCode(
  { sql, config }: Services,
  client: ClientRow,
  params: URLSearchParams,
): Promise<Tokens> {
  const codeHash = hashToken(demandParam(params, 'code'))
  const redirectUri = demandParam(params, 'redirect_uri')
  const verifier = readParam(params, 'code_verifier')
  const asked = readAudience(config, readParams(params, 'resource'))
  const secret = mintToken()
  const refreshToken = mintRefreshToken(secret)
  if (!(await hasCode(sql, codeHash))) throw unusable()
  const outcome = await sql.begin(async (tx) => {
    const grant = await lockGrantOfCode(tx, codeHash)
    if (grant === null || grant.client_id !== client.id) return null
    if (grant.redeemed) await revokeGrant(tx, grant.id)
    if (grant.redeemed || !grant.lasts) return null
    if (grant.redirect_uri !== redirectUri || !provesPossession(grant, verifier)) return null
    const audience = narrowAudience(grant, params, asked)
    await startGrant(tx, grant.id, hashToken(secret))
    await insertRefreshToken(tx, grant.id, hashToken(refreshToken))
    return { grant, audience }
  })
  if (outcome === null) throw unusable()
  return { ...outcome, scopes: outcome.grant.scopes, refreshToken }
}

const unusable = () =>
  new OAuthError('invalid_grant', 'The code is invalid, expired, already used, or not for this request.')

/** RFC 8707, 2.2: an access token may be limited to a part of the granted resources. */
export function narrowAudience({ audience }: GrantRow, params: URLSearchParams, asked: string[] | null): string[] {
  if (readParams(params, 'resource').length === 0) return audience
  if (asked === null || !asked.every((one) => audience.includes(one))) {
    throw new OAuthError('invalid_target', 'This resource was not granted.')
  }
  return asked
}
