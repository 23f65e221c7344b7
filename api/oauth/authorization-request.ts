import { type Challenge, isChallenge } from '#core/pkce.ts'
import { readAudience } from '#model/oauth/audience.ts'
import { type ClientRow, findClient } from '#model/oauth/clients.ts'
import type { Config } from '#runtime/config.ts'
import type { Sql } from '#runtime/postgres.ts'
import type { Scope } from '#schemas/scopes.ts'
import { OAuthError } from './oauth-error.ts'
import { demandParam, readParam, readParams, refuseRepeated } from './params.ts'
import { readScopes } from './read-scopes.ts'
import { addParams, matchesRegistered } from './redirect-uri.ts'

export interface AuthorizationRequest extends Challenge {
  client: ClientRow
  redirect_uri: string
  state: string | undefined
  scopes: Scope[]
  audience: string[]
}

/**
 * unusable: there is no trusted redirect URI, so only the user sees the error (RFC 6749, 4.1.2.1). refused: the client
 * receives the error at its redirect URI, once the user has signed in.
 */
export type Reading =
  | { kind: 'valid'; request: AuthorizationRequest }
  | { kind: 'refused'; redirect_uri: string; location: string; why: string }
  | { kind: 'unusable'; why: string }

interface Context {
  sql: Sql
  config: Config
}

export async function readAuthorization({ sql, config }: Context, params: URLSearchParams): Promise<Reading> {
  const clientId = readOnce(params, 'client_id')
  const client = clientId === null ? null : await findClient(sql, clientId)
  if (client === null) return { kind: 'unusable', why: 'The app that sent you here is not registered.' }
  const redirectUri = readOnce(params, 'redirect_uri')
  if (redirectUri === null || !matchesRegistered(redirectUri, client.redirect_uris)) {
    return { kind: 'unusable', why: 'The app that sent you here did not use one of its registered redirect URIs.' }
  }
  const state = params.getAll('state').length === 1 ? readParam(params, 'state') : undefined
  const asked = { client, redirect_uri: redirectUri, state }
  try {
    for (const check of checks) check(params, client)
    const audience = readAudience(config, readParams(params, 'resource'))
    if (audience === null) throw new OAuthError('invalid_target', 'Unknown resource.')
    const scopes = readScopes(readParam(params, 'scope'), client.scopes)
    return { kind: 'valid', request: { ...asked, ...readChallenge(params), scopes, audience } }
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    const location = answerUrl(asked, config, error.body)
    return { kind: 'refused', redirect_uri: redirectUri, location, why: error.body.error_description }
  }
}

/** The URL has the unchanged state and the issuer (RFC 9207). */
export function answerUrl(
  { redirect_uri, state }: Pick<AuthorizationRequest, 'redirect_uri' | 'state'>,
  { BASE_URL }: Pick<Config, 'BASE_URL'>,
  answer: Record<string, string>,
): string {
  return addParams(redirect_uri, { ...answer, state, iss: BASE_URL })
}

function readOnce(params: URLSearchParams, name: string): string | null {
  const values = params.getAll(name)
  return values.length === 1 ? (values[0] ?? null) : null
}

type Check = (params: URLSearchParams, client: ClientRow) => void

/** The first failed check decides the error. */
const checks: readonly Check[] = [
  refuseRepeated,
  (params) => {
    if (demandParam(params, 'response_type') === 'code') return
    throw new OAuthError('unsupported_response_type', 'response_type must be code.')
  },
  (_params, client) => {
    if (client.grant_types.includes('authorization_code')) return
    throw new OAuthError('unauthorized_client', 'The client is not registered for this grant.')
  },
  (params) => {
    const { code_challenge, code_challenge_method } = readChallenge(params)
    if (code_challenge === null && readParam(params, 'code_challenge_method') !== undefined) {
      throw new OAuthError('invalid_request', 'code_challenge is required.')
    }
    if (code_challenge !== null && (!isChallenge(code_challenge) || code_challenge_method === null)) {
      throw new OAuthError('invalid_request', 'code_challenge or code_challenge_method is malformed.')
    }
  },
  (params, { secret_hash }) => {
    if (secret_hash !== null || readChallenge(params).code_challenge_method === 'S256') return
    throw new OAuthError('invalid_request', 'A client without a secret must use PKCE with S256.')
  },
]

/** The default method is plain (RFC 7636, 4.3). */
function readChallenge(params: URLSearchParams): Challenge {
  const challenge = readParam(params, 'code_challenge') ?? null
  const method = readParam(params, 'code_challenge_method') ?? 'plain'
  if (challenge === null) return { code_challenge: null, code_challenge_method: null }
  return {
    code_challenge: challenge,
    code_challenge_method: method === 'S256' || method === 'plain' ? method : null,
  }
}
