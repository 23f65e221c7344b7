import { base62 } from '#model/accounts/key-format.ts'
import { hashToken } from '#model/accounts/open-session.ts'
import { insertClient } from '#model/oauth/clients.ts'
import type { Sql } from '#runtime/postgres.ts'
import { clientMetadata, longestUri, mostUris } from '#schemas/oauth.ts'
import { type Scope, scopes } from '#schemas/scopes.ts'
import { OAuthError } from './oauth-error.ts'
import { readScopes } from './read-scopes.ts'
import { isRedirectUri } from './redirect-uri.ts'

/** 131 bits, enough to be unique. */
const idLength = 22
/** 256 bits, too many to guess. */
const secretLength = 43

/** RFC 7591: returns the client's metadata with its new id and secret. */
export async function registerClient(sql: Sql, metadata: ReturnType<typeof readMetadata>) {
  const secret = metadata.token_endpoint_auth_method === 'none' ? null : base62(secretLength)
  const id = base62(idLength)
  const secret_hash = secret === null ? null : hashToken(secret)
  const created = await insertClient(sql, { ...metadata, id, secret_hash })
  const { scopes: granted, ...rest } = metadata
  return {
    client_id: id,
    ...(secret !== null && { client_secret: secret }),
    ...rest,
    scope: granted.join(' '),
    client_id_issued_at: Math.floor(created.getTime() / 1_000),
    client_secret_expires_at: 0,
  }
}

export function readMetadata(body: unknown) {
  const parsed = clientMetadata.safeParse(body)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const member = String(issue?.path[0] ?? '')
    if (member === 'redirect_uris')
      throw invalidRedirect(`redirect_uris must contain 1 to ${mostUris} URIs of at most ${longestUri} characters.`)
    const known = member in clientMetadata.shape ? member : 'The metadata'
    throw new OAuthError('invalid_client_metadata', `${known} is missing or invalid.`)
  }
  const { scope, ...metadata } = parsed.data
  if (!metadata.redirect_uris.every(isRedirectUri)) {
    throw invalidRedirect(
      'A redirect URI must use https, http on loopback, or a private scheme with a dot, without a fragment or a wildcard.',
    )
  }
  return { ...metadata, scopes: readRegistered(scope) }
}

const invalidRedirect = (why: string) => new OAuthError('invalid_redirect_uri', why)

function readRegistered(text: string | undefined): Scope[] {
  try {
    return readScopes(text, scopes)
  } catch (error) {
    if (error instanceof OAuthError) throw new OAuthError('invalid_client_metadata', 'scope contains an unknown scope.')
    throw error
  }
}
