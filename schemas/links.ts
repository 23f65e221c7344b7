import { z } from 'zod'
import { pageQuery } from './envelope.ts'

const redirectTypes = [301, 302, 307, 308] as const
export const urlTypes = ['standard', 'subdomain', 'branded'] as const
export type UrlType = (typeof urlTypes)[number]

const destinationLimit = 8_192
const nameLimit = 255

/** Paths of the product itself, and words of its own routes. No link may have one as its code, in any spelling. */
const reservedAliases: ReadonlySet<string> = new Set(
  (
    'api app mcp docs login setup assets healthz readyz metrics robots favicon oauth admin all bulk export ' +
    'check-alias t'
  ).split(' '),
)

export const isReservedAlias = (alias: string): boolean => reservedAliases.has(alias.toLowerCase())

/** Every code that can exist, chosen or generated, is of these characters. */
export const codePattern = /^[a-zA-Z0-9_-]+$/

const alias = z
  .string()
  .min(3, 'must have at least 3 characters')
  .max(50, 'must have at most 50 characters')
  .regex(codePattern, 'may only have letters, digits, hyphens and underscores')

/** Text that Postgres can store: it takes every character but U+0000. */
const text = (limit: number) =>
  z
    .string()
    .max(limit, `must have at most ${limit} characters`)
    .refine((value) => !value.includes('\u0000'), 'must not have the character U+0000')

/** An address as browsers understand it, in the ASCII form that goes into a Location header. */
const destination = z
  .string()
  .max(destinationLimit, `must have at most ${destinationLimit} characters`)
  .refine((value) => URL.canParse(value), { error: 'must be an absolute address', abort: true })
  .transform(encodeAddress)
  .refine((url) => /^https?:/.test(url), 'must begin with http:// or https://')
  .refine((url) => !carriesLogin(url), 'must not carry a user name or password')
  .refine((url) => url.length <= destinationLimit, `must have at most ${destinationLimit} characters once encoded`)
  .meta({ format: 'uri' })

/** As it was given where that is the same address: https://example.com is not answered with a slash it did not have. */
function encodeAddress(value: string): string {
  const { href } = new URL(value)
  return href === `${value}/` ? value : href
}

function carriesLogin(url: string): boolean {
  const { username, password } = new URL(url)
  return username !== '' || password !== ''
}

/** The address may be called `url` or `original_url`, as the record calls it. */
function foldOriginalUrl(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  if (!('original_url' in body) || 'url' in body) return body
  const { original_url, ...rest } = body
  return { url: original_url, ...rest }
}

export const createShortUrlBody = z.preprocess(
  foldOriginalUrl,
  z.strictObject({
    url: destination.describe('Where the short URL leads: http or https. May be called original_url.'),
    custom_alias: alias.nullish().describe('The path of the short URL; case-sensitive. Generated when absent.'),
    name: text(nameLimit).nullish(),
    expires_at: z.iso
      .datetime({ offset: true, abort: true, error: 'must be an ISO 8601 instant' })
      .refine((value) => Date.parse(value) > Date.now(), 'must be in the future')
      .nullish(),
    tracking_enabled: z.boolean().default(true),
    redirect_type: z.literal(redirectTypes).default(302),
    forward_query: z.boolean().default(true),
  }),
)

const instant = z.iso.datetime()
const count = z.int().nonnegative()

export const shortUrl = z
  .object({
    id: z.uuid(),
    short_code: z.string(),
    short_url: z.string(),
    name: z.string().nullable(),
    original_url: z.string(),
    custom_alias: z.string().nullable(),
    url_type: z.enum(urlTypes),
    branded_domain: z.string().nullable(),
    subdomain: z.string().nullable(),
    status: z.enum(['active', 'expired']),
    tracking_enabled: z.boolean(),
    click_count: count.describe('Lifetime clicks of people and unknown clients.'),
    unique_visitors: count.nullable().describe('null while the click store is away.'),
    stored_clicks: count.describe('The same clicks by the counter in Postgres.'),
    actual_clicks: count.nullable().describe('The same clicks by the click store; null while it is away.'),
    last_clicked_at: instant.optional(),
    expires_at: instant.nullable(),
    redirect_type: z.literal(redirectTypes),
    forward_query: z.boolean(),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'ShortUrl' })
export type ShortUrl = z.infer<typeof shortUrl>

const shortUrlSorts = ['created_at', 'name', 'clicks', 'last_clicked_at', 'expires_at'] as const

export const listShortUrlsQuery = pageQuery.extend({
  status: z.enum(['active', 'expired', 'all']).default('all'),
  search: text(200).optional().describe('Part of the name, the code or the destination.'),
  sortBy: z.enum(shortUrlSorts).default('created_at'),
  sortOrder: z.enum(['asc', 'desc']).default('desc'),
})
export type ListShortUrlsQuery = z.output<typeof listShortUrlsQuery>

/** A UUID, a short code or an alias. */
export const shortUrlParams = z.object({ id: z.string().min(1).max(200) })

const domainName = text(253).transform((value) => value.toLowerCase())

export const checkAliasQuery = z
  .object({
    alias,
    url_type: z.enum(urlTypes).default('standard'),
    subdomain: domainName.optional().describe('Required when url_type is subdomain.'),
    branded_domain: domainName.optional().describe('Required when url_type is branded.'),
  })
  .check(({ value, issues }) => {
    const needed = { standard: undefined, subdomain: 'subdomain', branded: 'branded_domain' } as const
    const name = needed[value.url_type]
    // Told as zod tells a missing member: it is malformed (400), not a broken rule (422).
    if (name !== undefined && !value[name]) {
      issues.push({ code: 'invalid_type', expected: 'string', input: undefined, path: [name] })
    }
  })
export type CheckAliasQuery = z.output<typeof checkAliasQuery>

export const aliasAvailability = z.object({
  available: z.boolean(),
  alias: z.string(),
  url_type: z.enum(urlTypes),
  subdomain: z.string().nullable(),
  branded_domain: z.string().nullable(),
  full_url: z.string(),
  message: z.string(),
})

/** What stays to be said of a short URL that is gone. */
export const deletedShortUrl = shortUrl.pick({
  id: true,
  short_code: true,
  short_url: true,
  name: true,
  original_url: true,
  custom_alias: true,
  url_type: true,
  branded_domain: true,
  subdomain: true,
  created_at: true,
})
