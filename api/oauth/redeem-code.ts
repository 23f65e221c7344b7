import { provesPossession } from '#core/pkce.ts'
import { hashToken, mintToken } from '#model/accounts/open-session.ts'
import { readAudience } from '#model/oauth/audience.ts'
import type { ClientRow } from '#model/oauth/clients.ts'
import { type GrantRow, insertRefreshToken, lockGrantOfCode, revokeGrant, startGrant } from '#model/oauth/grants.ts'
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
  const outcome = await sql.begin(async (tx) => {
    const grant = await lockGrantOfCode(tx, codeHash)
    const refusal = refuse(grant, { client, redirectUri, verifier })
    if (refusal === 'replayed' && grant !== null) await revokeGrant(tx, grant.id)
    if (refusal !== null || grant === null) return null
    const audience = narrowAudience(grant, params, asked)
    await startGrant(tx, grant.id, hashToken(secret))
    await insertRefreshToken(tx, grant.id, hashToken(refreshToken))
    return { grant, audience }
  })
  if (outcome === null)
    throw new OAuthError('invalid_grant', 'The code is invalid, expired, already used, or not for this request.')
  return { ...outcome, scopes: outcome.grant.scopes, refreshToken }
}

interface Shown {
  client: ClientRow
  redirectUri: string
  verifier: string | undefined
}

type Refusal = 'foreign' | 'replayed' | 'ended' | 'redirect' | 'verifier'

/** The first failed check is the reason. */
const checks: readonly (readonly [Refusal, (grant: GrantRow, shown: Shown) => boolean])[] = [
  ['foreign', (grant, { client }) => grant.client_id === client.id],
  ['replayed', (grant) => !grant.redeemed],
  ['ended', (grant) => grant.lasts],
  ['redirect', (grant, { redirectUri }) => grant.redirect_uri === redirectUri],
  ['verifier', (grant, { verifier }) => provesPossession(grant, verifier)],
]

function refuse(grant: GrantRow | null, shown: Shown): Refusal | null {
  if (grant === null) return 'foreign'
  return checks.find(([, holds]) => !holds(grant, shown))?.[0] ?? null
}

/** RFC 8707, 2.2: an access token may be limited to a part of the granted resources. */
export function narrowAudience({ audience }: GrantRow, params: URLSearchParams, asked: string[] | null): string[] {
  if (readParams(params, 'resource').length === 0) return audience
  if (asked === null || !asked.every((one) => audience.includes(one))) {
    throw new OAuthError('invalid_target', 'This resource was not granted.')
  }
  return asked
}
