import { z } from 'zod'
import { features, permission, planName } from './accounts.ts'
import { instant } from './envelope.ts'
import { moment } from './moment.ts'

const nameLimit = 100

/** A set of permissions: at least one, each once. */
const permissionSet = z
  .array(permission)
  .min(1, 'must have at least one permission')
  .refine((list) => new Set(list).size === list.length, 'must not repeat a permission')

const mostAddresses = 100
const addressKinds = [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]

const allowedAddress = z
  .string()
  .refine((text) => addressKinds.some((kind) => kind.safeParse(text).success), 'must be an IP address or a CIDR')
  // Clients are compared as IPv4, and would never be in such a range.
  .refine((text) => !/^[0:]*:ffff:/i.test(text), 'must not be IPv4 mapped into IPv6')

const addressSet = z
  .array(allowedAddress)
  .min(1, 'must have at least one address; without this member the key may be used from anywhere')
  .max(mostAddresses, `must have at most ${mostAddresses} addresses`)

const mostKeyDomains = 100

/** The base domain is on no list of domains, and goes by the type of its short URLs. */
export const baseDomainName = 'standard'

const domainReference = z.union([z.literal(baseDomainName), z.guid().transform((id) => id.toLowerCase())], {
  error: `must be the id of a domain, or ${baseDomainName}`,
})

const domainSet = z
  .array(domainReference)
  .min(1, 'must have at least one domain; without this member the key may be used on any')
  .max(mostKeyDomains, `must have at most ${mostKeyDomains} domains`)
  .transform((ids) => [...new Set(ids)])

export const createKeyBody = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(nameLimit, `must have at most ${nameLimit} characters`)
    .refine((value) => !value.includes('\u0000'), 'must not have the character U+0000'),
  permissions: permissionSet,
  expires_at: moment.refine((value) => value.getTime() > Date.now(), 'must be in the future').nullish(),
  allowed_ips: addressSet
    .nullish()
    .describe('Addresses and CIDRs from which alone the key may be used. Without it: from anywhere.'),
  domain_ids: domainSet
    .nullish()
    .describe('Ids of domains; `standard` is the base domain. The key may be used on them alone. Without it: on any.'),
})

export type CreateKeyBody = z.output<typeof createKeyBody>

export const keyParams = z.object({ id: z.uuid() })

export const apiKey = z
  .object({
    id: z.uuid(),
    name: z.string(),
    prefix: z.string().describe('The first characters of the key, to tell keys apart.'),
    permissions: z.array(permission),
    expires_at: instant.nullable(),
    allowed_ips: z.array(z.string()).nullable().describe('Null: the key may be used from anywhere.'),
    domain_ids: z.array(z.string()).nullable().describe('`standard` is the base domain. Null: the key is for any.'),
    last_used_at: instant.nullable().describe('To the minute.'),
    created_at: instant,
  })
  .meta({ id: 'ApiKey' })
export type ApiKeyRow = z.input<typeof apiKey>

export const createdKey = apiKey
  .extend({ key: z.string().describe('The key itself: shown this once.') })
  .meta({ id: 'CreatedApiKey' })

/** Who calls, and what their plan allows. */
export const me = z.object({
  account: z.object({ id: z.uuid(), name: z.string() }),
  plan: z.object({ name: planName, features: z.array(z.enum(features)), requests_per_minute: z.int() }),
  key: z
    .object({ id: z.uuid(), name: z.string(), permissions: z.array(permission) })
    .nullable()
    .describe('Null where a signed-in browser calls.'),
})

/** What an account has and uses. */
export const usage = z.object({
  plan: planName,
  requests_per_minute: z.int().describe('Of one API key; analytics requests count against a quarter of it.'),
  links: z.int(),
  domains: z.int().describe('Subdomains and branded domains, verified or not.'),
  campaigns: z.int(),
  api_keys: z.int().describe('Those that are not revoked.'),
  clicks_this_month: z
    .int()
    .nullable()
    .describe('Clicks and scans by people since the month began in UTC, of links that are there. Null while unknown.'),
})
