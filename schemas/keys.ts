import { z } from 'zod'
import { features, permission, planName } from './accounts.ts'
import { instant } from './envelope.ts'
import { moment } from './moment.ts'
import { loneSurrogate } from './values.ts'

const nameLimit = 100

const permissionSet = z
  .array(permission)
  .min(1, 'Must have at least one permission.')
  .refine((list) => new Set(list).size === list.length, 'Must not repeat a permission.')

const mostAddresses = 100
const addressKinds = [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]

const allowedAddress = z
  .string()
  .refine(
    (text) => addressKinds.some((kind) => kind.safeParse(text).success),
    'Enter an IP address or a CIDR range, such as 203.0.113.0/24.',
  )
  // Client IP addresses are compared as IPv4, so such a range would never match.
  .refine((text) => !/^[0:]*:ffff:/i.test(text), 'Must not be an IPv4-mapped IPv6 address. Use the IPv4 address.')

const addressSet = z
  .array(allowedAddress)
  .min(1, 'Must have at least one IP address. Omit this field to allow all IP addresses.')
  .max(mostAddresses, `Must have at most ${mostAddresses} IP addresses.`)

const mostKeyDomains = 100

/** The base domain is not a domain record; it is named after the type of its short URLs. */
export const baseDomainName = 'standard'

const domainReference = z.union([z.literal(baseDomainName), z.guid().transform((id) => id.toLowerCase())], {
  error: `Must be the ID of a domain, or ${baseDomainName}.`,
})

const domainSet = z
  .array(domainReference)
  .min(1, 'Must have at least one domain. Omit this field to allow all domains.')
  .max(mostKeyDomains, `Must have at most ${mostKeyDomains} domains.`)
  .transform((ids) => [...new Set(ids)])

export const createKeyBody = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, 'Must not be empty.')
    .max(nameLimit, `Must be at most ${nameLimit} characters.`)
    .refine((value) => !value.includes('\u0000'), 'Must not contain the character U+0000.')
    .refine((value) => !loneSurrogate.test(value), 'Must be valid Unicode.'),
  permissions: permissionSet,
  expires_at: moment.refine((value) => value.getTime() > Date.now(), 'Must be in the future.').nullish(),
  allowed_ips: addressSet.nullish().describe('IP addresses and CIDR ranges that may use the key. Default: any.'),
  domain_ids: domainSet.nullish().describe('Domain IDs to restrict the key to. `standard` is the base domain.'),
})

export type CreateKeyBody = z.output<typeof createKeyBody>

export const keyParams = z.object({ id: z.uuid() })

export const apiKey = z
  .object({
    id: z.uuid(),
    name: z.string(),
    prefix: z.string().describe('First characters of the key, which identify it.'),
    permissions: z.array(permission),
    expires_at: instant.nullable(),
    allowed_ips: z.array(z.string()).nullable().describe('null allows any IP address.'),
    domain_ids: z.array(z.string()).nullable().describe('null allows any domain. `standard` is the base domain.'),
    parent_key_id: z.uuid().nullable().describe('The API key that created it. null if a user did.'),
    created_by: z
      .object({ id: z.uuid(), email: z.string(), is_member: z.boolean() })
      .nullable()
      .describe('The user who created it. The key can do no more than their role. null if unknown.'),
    last_used_at: instant.nullable().describe('Accurate to the minute. null if never used.'),
    created_at: instant,
  })
  .meta({ id: 'ApiKey' })
export type ApiKeyRow = z.input<typeof apiKey>

export const createdKey = apiKey
  .extend({ key: z.string().describe('The full key. Shown only once.') })
  .meta({ id: 'CreatedApiKey' })

export const me = z.object({
  account: z.object({ id: z.uuid(), name: z.string() }),
  plan: z.object({ name: planName, features: z.array(z.enum(features)), requests_per_minute: z.int() }),
  key: z
    .object({ id: z.uuid(), name: z.string(), permissions: z.array(permission) })
    .nullable()
    .describe('null for requests without an API key.'),
})

export const usage = z.object({
  plan: planName,
  requests_per_minute: z.int().describe('Per API key. Analytics requests have a separate limit of a quarter of this.'),
  links: z.int().describe('Short URLs, including those in the trash.'),
  domains: z.int().describe('Subdomains and branded domains, verified or not.'),
  campaigns: z.int(),
  api_keys: z.int().describe('API keys that are not revoked.'),
  clicks_this_month: z
    .int()
    .nullable()
    .describe('Clicks and scans of existing short URLs since the start of the month (UTC). null if unknown.'),
})
