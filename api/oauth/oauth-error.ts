type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'invalid_scope'
  | 'invalid_target'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'access_denied'
  | 'server_error'
  | 'temporarily_unavailable'

const statuses: Partial<Record<OAuthErrorCode, number>> = {
  invalid_client: 401,
  server_error: 500,
  temporarily_unavailable: 503,
}

/** An error in the format of RFC 6749 (5.2): {error, error_description}. */
export class OAuthError extends Error {
  override name = 'OAuthError'
  readonly code: OAuthErrorCode
  readonly status: number
  readonly headers: Record<string, string>

  /** description: only %x20-21 / %x23-5B / %x5D-7E, so it never contains parts of the request. */
  constructor(code: OAuthErrorCode, description: string, headers: Record<string, string> = {}, status?: number) {
    super(description)
    this.code = code
    this.status = status ?? statuses[code] ?? 400
    this.headers = headers
  }

  get body() {
    return { error: this.code, error_description: this.message }
  }
}
