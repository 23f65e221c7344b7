import { z } from 'zod'
import { appLinks, appLinksSetting } from './app-links.ts'
import { timestamp } from './moment.ts'
import { parseUrl } from './parse-url.ts'
import type { ReadOnlyMembers } from './read-only.ts'
import { destination, hexColor, text } from './values.ts'

const domainTypes = ['subdomain', 'branded'] as const

const domainStatuses = ['pending', 'verified', 'failed', 'disabled'] as const
export type DomainStatus = (typeof domainStatuses)[number]

const findings = ['pending', 'verified', 'failed'] as const
export type Finding = (typeof findings)[number]

/** Names that visitors could mistake for the service, or that browsers and mail clients look up automatically. */
const reservedSubdomains: ReadonlySet<string> = new Set(
  (
    'about abuse account accounts admin administrator api app apps assets auth autoconfig autodiscover billing blog ' +
    'cdn console dashboard dev dns docs download downloads email error files forum ftp git go help home host ' +
    'hostmaster imap internal link links localhost login logout mail mailer mcp media metrics mobile monitor mta-sts ' +
    'news ns1 ns2 ns3 ns4 oauth official pay payment payments pop pop3 portal postmaster proxy qrcode register reports ' +
    'root sandbox secure security server settings setup shop short signin signup smtp sso ssl staff staging static ' +
    'status store support sys sysadmin system test tls token url urls user users vpn web webmail webmaster wpad ' +
    'isatap www www1 www2 www3'
  ).split(' '),
)

const subdomain = z
  .string()
  .regex(
    /^[a-z0-9]([a-z0-9-]{1,61}[a-z0-9])$/,
    'Must be 3 to 63 lowercase letters, digits, and hyphens, without a hyphen at either end.',
  )
  .refine((name) => !name.startsWith('xn--'), 'Must not begin with xn--.')
  .refine((name) => !reservedSubdomains.has(name), 'This subdomain is reserved. Choose another one.')

const longestHost = 253
const hostPattern = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/** A host name as in DNS and the Host header: lower case, ASCII, no final dot. null if it is invalid. */
export function asciiHost(text: string): string | null {
  // new URL() would end the host at these, drop them or decode them.
  if (/[\s/?#@:\\%[\]|^<>]/.test(text)) return null
  const host = parseUrl(`http://${text}`)?.hostname.replace(/\.$/, '') ?? ''
  return host.length <= longestHost && hostPattern.test(host) ? host : null
}

/** A host, which may have a port, in the spelling of the Host header. Texts that are no hostname, such as localhost, in lower case. */
export function spellHost(text: string): string {
  const [, name = text, port = ''] = /^([^:]*)(:\d{1,5})?$/.exec(text) ?? []
  return `${asciiHost(name) ?? name.toLowerCase()}${port}`
}

const hostName = z
  .string()
  .max(longestHost, `Must be at most ${longestHost} characters.`)
  .transform((text, context) => {
    const host = asciiHost(text)
    if (host !== null) return host
    context.addIssue({ code: 'custom', message: 'Enter a hostname, such as go.example.com.' })
    return z.NEVER
  })

const longestBrandName = 60

const brand = z.strictObject({
  name: text(longestBrandName, 1).nullish().describe('Shown at the top of each page.'),
  color: hexColor.nullish().describe('Color of buttons. Their text is black or white, whichever is easier to read.'),
  logo_asset_id: z
    .guid('Must be a UUID.')
    .nullish()
    .describe('A logo uploaded to `/qr-assets`. Pages show a small copy.'),
})
export type BrandInput = z.output<typeof brand>

const brandSetting = brand
  .nullish()
  .describe('Design of the pages that visitors see, such as for expired links. Replaces the previous brand.')

/** Fallback URLs, brand and apps of any domain. null clears one. */
const settings = z.strictObject({
  root_redirect_url: destination.nullish().describe('Redirect URL for `/`. Default: `not_found_url`.'),
  not_found_url: destination.nullish().describe('Redirect URL for unknown short URLs. Default: a 404 page.'),
  expired_url: destination
    .nullish()
    .describe('Redirect URL for expired short URLs without an `expired_url`. Default: a 410 page.'),
  brand: brandSetting,
  app_links: appLinksSetting,
})
export type DomainSettings = z.output<typeof settings>

export const reserveSubdomainBody = settings.extend({
  subdomain: subdomain.describe('Name in front of the base domain, such as `spring`.'),
})

export const addBrandedDomainBody = settings.extend({
  domain: hostName.describe('Hostname that you own. International names are stored as Punycode.'),
})

export const updateDomainBody = settings.extend({
  is_default: z
    .boolean()
    .optional()
    .describe('Preselect this domain in the dashboard. An account has at most one default.'),
})

/** The base domain has no fallback URLs. */
export const updateBaseDomainBody = z.strictObject({ brand: brandSetting })

export const updateBaseAppsBody = z.strictObject({ app_links: appLinksSetting })

export const domainParams = z.object({ id: z.uuid() })

const verificationRecord = z.object({
  type: z.enum(['TXT', 'CNAME', 'A', 'AAAA']),
  name: z.string(),
  value: z.string(),
  status: z.enum(findings),
  found: z
    .array(z.string())
    .nullable()
    .describe('Values found by the last check. null before the first check, or if no DNS server responded.'),
})
export type VerificationRecord = z.infer<typeof verificationRecord>

const brandRecord = z
  .object({ name: z.string().nullable(), color: z.string().nullable(), logo_asset_id: z.uuid().nullable() })
  .nullable()
export type Brand = z.infer<typeof brandRecord>

export const baseDomain = z.object({ domain: z.string(), brand: brandRecord })
export type BaseDomain = z.infer<typeof baseDomain>

export const baseApps = z.object({ app_links: appLinks.nullable() })
export type BaseApps = z.infer<typeof baseApps>

export const domain = z
  .object({
    id: z.uuid(),
    domain: z.string().describe('Hostname in lowercase ASCII, without a port.'),
    type: z.enum(domainTypes),
    status: z.enum(domainStatuses).describe('Only a `verified` domain serves short URLs.'),
    verification: z.object({
      records: z
        .array(verificationRecord)
        .describe('DNS records to create: TXT proves ownership, the others route visitors.'),
      last_checked_at: timestamp.nullable(),
      error: z.string().nullable(),
    }),
    is_default: z.boolean(),
    url_count: z.int().nonnegative().describe('Number of short URLs on the domain.'),
    root_redirect_url: z.string().nullable(),
    not_found_url: z.string().nullable(),
    expired_url: z.string().nullable(),
    brand: brandRecord,
    imitates: z
      .string()
      .optional()
      .describe('Name protected by the operator that the domain looks like. Omitted if there is none.'),
    app_links: appLinks.nullable().describe('Apps that open the short URLs of the domain.'),
    quarantined_at: timestamp
      .nullable()
      .describe(
        'When the operator of the installation, or one of its checks, stopped its fallback URLs and store URLs. Visitors then see pages instead. Its short URLs are not affected. null if it is not in quarantine.',
      ),
    quarantine_reason: z.string().nullable(),
    created_at: timestamp,
    verified_at: timestamp.nullable(),
  })
  .meta({ id: 'Domain' })
export type Domain = z.infer<typeof domain>

export const readOnlyDomainMembers = {
  id: {},
  domain: {},
  type: {},
  status: { instead: 'Use verify instead.' },
  verification: { moves: true },
  url_count: { moves: true },
  imitates: { moves: true },
  quarantined_at: {},
  quarantine_reason: {},
  created_at: {},
  verified_at: { moves: true },
} as const satisfies ReadOnlyMembers<Domain>
