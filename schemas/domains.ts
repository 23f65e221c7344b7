import { z } from 'zod'
import { timestamp } from './moment.ts'
import { parseUrl } from './parse-url.ts'
import type { ReadOnlyMembers } from './read-only.ts'
import { destination } from './values.ts'

const domainTypes = ['subdomain', 'branded'] as const

const domainStatuses = ['pending', 'verified', 'failed', 'disabled'] as const
export type DomainStatus = (typeof domainStatuses)[number]

/** What a look into DNS says of a record. */
const findings = ['pending', 'verified', 'failed'] as const
export type Finding = (typeof findings)[number]

/** Names that a visitor would take for the service itself, or that browsers and mail programs ask by themselves. */
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
    'must have 3 to 63 lower-case letters, digits and hyphens, with no hyphen at either end',
  )
  .refine((name) => !name.startsWith('xn--'), 'must not begin with xn--')
  .refine((name) => !reservedSubdomains.has(name), 'is reserved')

const longestHost = 253
const hostPattern = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/** A host name as DNS and the Host header carry it: lower case, ASCII, without a final dot. null: it is none. */
export function asciiHost(text: string): string | null {
  // URL would take these for the end of the host, drop them or decode them.
  if (/[\s/?#@:\\%[\]|^<>]/.test(text)) return null
  const host = parseUrl(`http://${text}`)?.hostname.replace(/\.$/, '') ?? ''
  return host.length <= longestHost && hostPattern.test(host) ? host : null
}

const hostName = z
  .string()
  .max(longestHost, `must have at most ${longestHost} characters`)
  .transform((text, context) => {
    const host = asciiHost(text)
    if (host !== null) return host
    context.addIssue({ code: 'custom', message: 'must be a host name, such as go.example.com' })
    return z.NEVER
  })

/** What a client may say of any domain. null empties it. */
const settings = z.strictObject({
  root_redirect_url: destination.nullish().describe('Where a visit to / leads.'),
  not_found_url: destination.nullish().describe('Where a visit to an unknown short URL leads; else a page says so.'),
  expired_url: destination.nullish().describe('Where a visit to an expired short URL leads that has no such address.'),
})
export type DomainSettings = z.output<typeof settings>

export const reserveSubdomainBody = settings.extend({
  subdomain: subdomain.describe('The name in front of the base domain.'),
})

export const addBrandedDomainBody = settings.extend({
  domain: hostName.describe('A host name of your own; international ones are kept as punycode.'),
})

export const updateDomainBody = settings.extend({
  is_default: z.boolean().optional().describe('The one that the dashboard offers first; an account has at most one.'),
})

export const domainParams = z.object({ id: z.uuid() })

const verificationRecord = z.object({
  type: z.enum(['TXT', 'CNAME', 'A', 'AAAA']),
  name: z.string(),
  value: z.string(),
  status: z.enum(findings),
  found: z
    .array(z.string())
    .nullable()
    .describe('What stood at the name at the last look; null: nobody has looked, or no server could tell.'),
})
export type VerificationRecord = z.infer<typeof verificationRecord>

export const domain = z
  .object({
    id: z.uuid(),
    domain: z.string().describe('The host name in lower case and ASCII, without a port.'),
    type: z.enum(domainTypes),
    status: z.enum(domainStatuses).describe('Only verified domains serve short URLs.'),
    verification: z.object({
      records: z
        .array(verificationRecord)
        .describe('What to put into DNS. TXT proves that the domain is yours; the others lead its visitors here.'),
      last_checked_at: timestamp.nullable(),
      error: z.string().nullable(),
    }),
    is_default: z.boolean(),
    url_count: z.int().nonnegative(),
    root_redirect_url: z.string().nullable(),
    not_found_url: z.string().nullable(),
    expired_url: z.string().nullable(),
    created_at: timestamp,
    verified_at: timestamp.nullable(),
  })
  .meta({ id: 'Domain' })
export type Domain = z.infer<typeof domain>

/** What a PUT may send back of the record, and no more than that. */
export const readOnlyDomainMembers = {
  id: {},
  domain: {},
  type: {},
  status: { instead: 'Use verify instead.' },
  verification: { moves: true },
  url_count: { moves: true },
  created_at: {},
  verified_at: { moves: true },
} as const satisfies ReadOnlyMembers<Domain>
