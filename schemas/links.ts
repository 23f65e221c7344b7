import { z } from 'zod'
import { asciiHost } from './domains.ts'
import { pageQuery } from './envelope.ts'
import { changeMembers, createMembers, flagStatuses, recordMembers, utmFields } from './link-fields.ts'
import { momentOrDay, timestamp } from './moment.ts'
import type { ReadOnlyMembers } from './read-only.ts'
import { tagFilter } from './tags.ts'
import { alias, campaignReference, destination, text } from './values.ts'

export const urlTypes = ['standard', 'subdomain', 'branded'] as const
export type UrlType = (typeof urlTypes)[number]

const domainName = text(253).transform((value) => asciiHost(value) ?? value.toLowerCase())

interface ChoosesDomain {
  url_type: UrlType
  subdomain?: string | null | undefined
  branded_domain?: string | null | undefined
}

const nameOfDomain = { standard: null, subdomain: 'subdomain', branded: 'branded_domain' } as const

/** The name of the domain has to be there. Told as zod tells a missing member: it is malformed (400), not a broken rule. */
export function needDomain({ value, issues }: z.core.ParsePayload<ChoosesDomain>): void {
  const name = nameOfDomain[value.url_type]
  if (name === null || value[name]) return
  issues.push({ code: 'invalid_type', expected: 'string', input: undefined, path: [name] })
}

/** A name that belongs to another type would be ignored, and the link be where nobody looks for it. */
export function refuseOtherDomain({ value, issues }: z.core.ParsePayload<ChoosesDomain>): void {
  for (const name of ['subdomain', 'branded_domain'] as const) {
    if (!value[name] || name === nameOfDomain[value.url_type]) continue
    issues.push({ code: 'custom', message: `does not go with url_type ${value.url_type}`, input: value, path: [name] })
  }
}

/** The address may be called `url` or `original_url`, as the record calls it. */
function foldOriginalUrl(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  if (!('original_url' in body) || 'url' in body) return body
  const { original_url, ...rest } = body
  return { url: original_url, ...rest }
}

const newDestination = destination.describe('Where the short URL leads: http or https. May be called original_url.')

/** What can be changed of many links alike. */
export const changesOfMany = { ...changeMembers, url: newDestination.optional() }

export const createShortUrlBody = z.preprocess(
  foldOriginalUrl,
  z
    .strictObject({
      url: newDestination,
      ...createMembers,
      url_type: z.enum(urlTypes).default('standard'),
      subdomain: domainName.nullish().describe('A reserved subdomain. Required when url_type is subdomain.'),
      branded_domain: domainName.nullish().describe('A verified domain. Required when url_type is branded.'),
      custom_alias: alias.nullish().describe('The path of the short URL; case-sensitive. Generated when absent.'),
      code_length: z.int().min(4).max(12).default(7).describe('Characters of a generated code.'),
      find_if_exists: z
        .boolean()
        .default(false)
        .describe('Answers 200 with an own short URL that has the same destination and options, if there is one.'),
      generate_qr: z
        .boolean()
        .default(false)
        .describe('Makes a dynamic QR code that leads here: visits of the short URL count as its scans.'),
    })
    .check(needDomain)
    .check(refuseOtherDomain),
)
export type CreateShortUrlBody = z.output<typeof createShortUrlBody>

/** A record that is sent back carries the old destination as original_url: a url beside it is the new one. */
export function preferUrl(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body) || !('url' in body)) return foldOriginalUrl(body)
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'original_url'))
}

export const updateShortUrlBody = z.preprocess(
  preferUrl,
  z.strictObject({
    ...changesOfMany,
    custom_alias: alias.nullish().describe('A new path; the old one is free at once. An alias cannot be removed.'),
  }),
)
export type UpdateShortUrlBody = z.output<typeof updateShortUrlBody>

const count = z.int().nonnegative()

export const shortUrlStatuses = [
  ...(['active', 'scheduled', 'expired', 'limit_reached'] as const),
  ...flagStatuses.map(({ name }) => name),
] as const
export type ShortUrlStatus = (typeof shortUrlStatuses)[number]

type UtmShape = Record<(typeof utmFields)[number], z.ZodNullable<z.ZodString>>

export const shortUrl = z
  .object({
    id: z.uuid(),
    short_code: z.string(),
    short_url: z.string(),
    original_url: z.string(),
    custom_alias: z.string().nullable(),
    url_type: z.enum(urlTypes),
    branded_domain: z.string().nullable(),
    subdomain: z.string().nullable(),
    status: z.enum(shortUrlStatuses),
    ...recordMembers,
    click_count: count.describe('Lifetime clicks of people and unknown clients.'),
    unique_visitors: count.nullable().describe('null while the click store is away.'),
    stored_clicks: count.describe('The same clicks by the counter in Postgres.'),
    actual_clicks: count.nullable().describe('The same clicks by the click store; null while it is away.'),
    last_clicked_at: timestamp.optional(),
    is_password_protected: z.boolean(),
    utm: z.object(Object.fromEntries(utmFields.map((field) => [field, z.string().nullable()])) as UtmShape),
    qr_code_id: z.uuid().nullable().describe('The QR code that leads here: visits count as its scans.'),
    ab_test_id: z.uuid().nullable().describe('The A/B test of this short URL, until it is completed.'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'ShortUrl' })
export type ShortUrl = z.infer<typeof shortUrl>

/** What a PUT may send back of the record, and no more than that. */
export const readOnlyShortUrlMembers = {
  id: {},
  short_code: { follows: ['custom_alias'] },
  short_url: { follows: ['custom_alias'] },
  url_type: {},
  branded_domain: {},
  subdomain: {},
  status: { follows: [...flagStatuses.map(({ field }) => field), 'starts_at', 'expires_at', 'max_clicks'] },
  click_count: { moves: true },
  unique_visitors: { moves: true },
  stored_clicks: { moves: true },
  actual_clicks: { moves: true },
  last_clicked_at: { moves: true },
  is_password_protected: { follows: ['password'] },
  utm: { follows: utmFields },
  qr_code_id: {},
  ab_test_id: {},
  created_at: {},
  updated_at: { moves: true },
} as const satisfies ReadOnlyMembers<ShortUrl>

export const shortUrlSorts = ['created_at', 'name', 'clicks', 'last_clicked_at', 'expires_at'] as const

/** Which domain is meant. */
export const shortUrlDomain = z.object({
  url_type: z.enum(urlTypes).optional(),
  subdomain: domainName.optional(),
  branded_domain: domainName.optional(),
})
export type ShortUrlDomain = { [Name in keyof z.output<typeof shortUrlDomain>]?: z.output<typeof shortUrlDomain>[Name] }

const unlisted = flagStatuses.filter((flag) => flag.unlisted).map(({ name }) => name)

export const listedStatus = z
  .enum([...shortUrlStatuses, 'all'])
  .optional()
  .describe(['Without it: every status', ...unlisted].join(' except '))

export const listShortUrlsQuery = pageQuery.extend({
  ...shortUrlDomain.shape,
  url_type: z
    .enum([...urlTypes, 'all'])
    .transform((type) => (type === 'all' ? undefined : type))
    .optional(),
  status: listedStatus,
  campaign_id: campaignReference.optional().describe('UUID or name; of an unknown campaign there are none.'),
  outside_campaign_id: campaignReference.optional().describe('UUID or name of a campaign that they are not in.'),
  tags: tagFilter
    .optional()
    .describe('Short URLs with one of these tags, comma-separated; a hyphen before one excludes it.'),
  search: text(200).optional().describe('Part of the name, the code or the destination.'),
  created_after: momentOrDay.optional().describe('From this instant, or day (UTC), on.'),
  created_before: momentOrDay.optional().describe('Before this instant, or day (UTC).'),
  sortBy: z.enum(shortUrlSorts).default('created_at'),
  sortOrder: z.enum(['asc', 'desc']).default('desc'),
})
export type ListShortUrlsQuery = z.output<typeof listShortUrlsQuery>

/** A UUID, a short code or an alias. */
export const shortUrlParams = z.object({ id: z.string().min(1).max(200) })

export const checkAliasQuery = z
  .object({
    alias,
    url_type: z.enum(urlTypes).default('standard'),
    subdomain: domainName.optional().describe('Required when url_type is subdomain.'),
    branded_domain: domainName.optional().describe('Required when url_type is branded.'),
  })
  .check(needDomain)
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
  campaign_id: true,
  tags: true,
  qr_code_id: true,
  created_at: true,
})
