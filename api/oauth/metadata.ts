import type { Config } from '#runtime/config.ts'
import { authMethods, grantTypes } from '#schemas/oauth.ts'
import { scopes } from '#schemas/scopes.ts'

/** RFC 8414. */
export function authorizationServer({ BASE_URL }: Pick<Config, 'BASE_URL'>) {
  return {
    issuer: BASE_URL,
    authorization_endpoint: `${BASE_URL}/mcp/oauth/authorize`,
    token_endpoint: `${BASE_URL}/mcp/oauth/token`,
    revocation_endpoint: `${BASE_URL}/mcp/oauth/revoke`,
    registration_endpoint: `${BASE_URL}/mcp/oauth/register`,
    jwks_uri: `${BASE_URL}/.well-known/jwks.json`,
    scopes_supported: scopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: grantTypes,
    code_challenge_methods_supported: ['S256', 'plain'],
    token_endpoint_auth_methods_supported: authMethods,
    revocation_endpoint_auth_methods_supported: authMethods,
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${BASE_URL}/docs`,
  }
}

/** RFC 9728. */
export function protectedResource({ BASE_URL }: Pick<Config, 'BASE_URL'>, resource: string, name: string) {
  return {
    resource,
    authorization_servers: [BASE_URL],
    scopes_supported: scopes,
    bearer_methods_supported: ['header'],
    resource_name: name,
    resource_documentation: `${BASE_URL}/docs`,
  }
}
