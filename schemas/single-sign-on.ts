import { z } from 'zod'
import { asciiHost } from './domains.ts'
import { instant } from './envelope.ts'
import { parseUrl } from './parse-url.ts'
import { text } from './values.ts'

const longestUrl = 500
const longestName = 500
const longestSecret = 1_000
const mostDomains = 20

const issuer = z
  .string()
  .trim()
  .pipe(text(longestUrl))
  .refine((value) => isIssuer(value), 'Enter the issuer URL of the provider, such as https://accounts.example.com.')
  .describe('URL of the OpenID provider. Its configuration is below it, at `.well-known/openid-configuration`.')

/** Without a query or fragment (OpenID Connect Discovery 1.0, section 3). */
const isIssuer = (value: string): boolean => /^https?:\/\/[^\s?#]+$/i.test(value) && parseUrl(value) !== null

const domain = z.string().transform((value, context) => {
  const host = asciiHost(value)
  if (host !== null) return host
  context.addIssue({ code: 'custom', message: 'Enter a domain, such as example.com.' })
  return z.NEVER
})

const role = z.enum(['editor', 'viewer'])

export const singleSignOnBody = z.strictObject({
  issuer,
  client_id: text(longestName, 1),
  client_secret: text(longestSecret, 1)
    .optional()
    .describe('Never returned. Required the first time, and if the issuer or client ID changes.'),
  domains: z
    .array(domain)
    .max(mostDomains, `Must be at most ${mostDomains} domains.`)
    .default([])
    .describe('Verified branded domains. New users with these email domains become members.'),
  role: role.default('viewer').describe('Role of members that a sign-in creates.'),
  is_required: z.boolean().default(false).describe('Members other than owners cannot use their password.'),
})

const settings = z.object({
  issuer: z.string(),
  client_id: z.string(),
  domains: z.array(z.string()),
  role,
  is_required: z.boolean(),
})
export type SingleSignOnSettings = z.output<typeof settings>

export const singleSignOn = z.object({
  settings: settings.nullable().describe('null: the account does not use single sign-on.'),
  redirect_uri: z.string().describe('Register this URL with the provider.'),
  sign_in_url: z.string().describe('Page that starts the sign-in of members.'),
})

export const tryProviderBody = z.strictObject({ issuer })
export const triedProvider = z.object({
  is_ok: z.boolean(),
  problem: z.string().nullable().describe('What is wrong, and how to fix it.'),
  authorization_endpoint: z.string().nullable(),
})

const identity = z.object({
  id: z.uuid(),
  account_id: z.uuid(),
  account_name: z.string(),
  issuer: z.string(),
  created_at: instant,
  last_used_at: instant.nullable(),
})
export const identities = z.object({
  is_available: z.boolean().describe('The open account uses single sign-on.'),
  connections: z.array(identity),
})
export type IdentityRow = z.input<typeof identity>
export const identityParams = z.object({ id: z.uuid() })

export const startedConnection = z.object({
  url: z.string().describe('Page of the provider. Open it in the same browser.'),
})
