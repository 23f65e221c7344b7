import { z } from 'zod'
import { instant } from './envelope.ts'
import { type Scope, scopes } from './scopes.ts'

export const scope = z.enum(scopes as [Scope, ...Scope[]])

export const authMethods = ['client_secret_post', 'client_secret_basic', 'none'] as const
export const grantTypes = ['authorization_code', 'refresh_token'] as const

/** Editors register up to 6: each web page that redirects to them, and loopback with and without a port. */
export const mostUris = 8
export const longestUri = 500
const longestName = 200
const longestScope = 500
const mostContacts = 5

/** A single line without control characters; Postgres cannot store NUL. */
const line = (longest: number) =>
  z
    .string()
    .max(longest)
    .regex(/^\P{Cc}*$/u)
const webUrl = z
  .httpUrl()
  .max(longestUri)
  .regex(/^\P{Cc}*$/u)

/** Client metadata (RFC 7591). Unknown members are ignored. */
export const clientMetadata = z.object({
  client_name: line(longestName).trim().min(1),
  redirect_uris: z.array(z.string().max(longestUri)).min(1).max(mostUris),
  token_endpoint_auth_method: z.enum(authMethods).default('client_secret_post'),
  grant_types: z
    .array(z.enum(grantTypes))
    .min(1)
    .max(grantTypes.length)
    .default((): ['authorization_code'] => ['authorization_code']),
  response_types: z
    .array(z.literal('code'))
    .max(1)
    .default((): ['code'] => ['code']),
  scope: z.string().max(longestScope).optional(),
  logo_uri: webUrl.optional(),
  client_uri: webUrl.optional(),
  policy_uri: webUrl.optional(),
  tos_uri: webUrl.optional(),
  contacts: z.array(line(longestName)).max(mostContacts).optional(),
})
export type ClientMetadata = z.infer<typeof clientMetadata>

export const connectedApp = z.object({
  id: z.uuid(),
  client_id: z.string(),
  client_name: z.string(),
  client_uri: z.string().nullable(),
  scopes: z.array(scope),
  connected_at: instant.describe('When the user first approved access.'),
  last_used_at: instant.nullable().describe('Accurate to the minute. null if never used.'),
})
export const connectedApps = z.array(connectedApp)
export type ConnectedApp = z.input<typeof connectedApp>
