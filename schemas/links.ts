import { z } from 'zod'
import { trashDays } from './account-limits.ts'
import { destinationHealth } from './destination-health.ts'
import { spellHost } from './domains.ts'
import { pageQuery } from './envelope.ts'
import { changeMembers, createMembers, flagStatuses, recordMembers } from './link-fields.ts'
import { momentOrDay, timestamp } from './moment.ts'
import type { ReadOnlyMembers } from './read-only.ts'
import { tagFilter } from './tags.ts'
import { utmFields } from './utm-fields.ts'
import { alias, campaignReference, destination, recordedAlias, text } from './values.ts'

export const urlTypes = ['standard', 'subdomain', 'branded'] as const
export type UrlType = (typeof urlTypes)[number]

export const domainName = text(253).transform(spellHost)
/** Only a part of a host: as a whole one, 2026 would be the IP address 0.0.7.234. */
export const subdomainName = text(253).transform((value) => value.toLowerCase())

interface ChoosesDomain {
  url_type: UrlType
  subdomain?: string | null | undefined
  branded_domain?: string | null | undefined
}

const nameOfDomain = { standard: null, subdomain: 'subdomain', branded: 'branded_domain' } as const

/** Requires the name of the domain. Reported as a missing member, so the reply is 400 rather than 422. */
export function needDomain({ value, issues }: z.core.ParsePayload<ChoosesDomain>): void {
  const name = nameOfDomain[value.url_type]
  if (name === null || value[name]) return
  issues.push({ code: 'invalid_type', expected: 'string', input: undefined, path: [name] })
}

/** Refuses a name of another type: it would be ignored, and the link created on an unexpected domain. */
export function refuseOtherDomain({ value, issues }: z.core.ParsePayload<ChoosesDomain>): void {
  for (const name of ['subdomain', 'branded_domain'] as const) {
    if (!value[name] || name === nameOfDomain[value.url_type]) continue
    issues.push({ code: 'custom', message: `Not allowed with url_type ${value.url_type}.`, input: value, path: [name] })
  }
}

/** Accepts `original_url`, the record's name for the destination, in place of `url`. */
function foldOriginalUrl(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  if (!('original_url' in body) || 'url' in body) return body
  const { original_url, ...rest } = body
  return { url: original_url, ...rest }
}

/** Reported as an unknown member, so the reply is 400 rather than 422. */
function refuseBothUrls(body: unknown, { issues }: z.core.$RefinementCtx): unknown {
  const folded = foldOriginalUrl(body)
  if (typeof folded !== 'object' || folded === null || !('original_url' in folded)) return folded
  const { original_url, ...input } = folded
  const message = 'Send either `url` or `original_url`, not both.'
  issues.push({ code: 'unrecognized_keys', keys: ['original_url'], input, message })
  return input
}

const newDestination = destination.describe('Destination URL (http or https). Also accepted as `original_url`.')

export const changesOfMany = { ...changeMembers, url: newDestination.optional() }

export const createShortUrlBody = z.preprocess(
  refuseBothUrls,
  z
    .strictObject({
      url: newDestination,
      ...createMembers,
      url_type: z.enum(urlTypes).default('standard').describe('Kind of domain that serves the short URL.'),
      subdomain: subdomainName.nullish().describe('Reserved subdomain. Required when `url_type` is `subdomain`.'),
      branded_domain: domainName.nullish().describe('Verified domain. Required when `url_type` is `branded`.'),
      custom_alias: alias.nullish().describe('Slug: the part after the slash. Case-sensitive. Default: generated.'),
      code_length: z.int().min(4).max(12).default(7).describe('Length of a generated slug.'),
      find_if_exists: z
        .boolean()
        .default(false)
        .describe(
          'Return an existing short URL with the same destination and options (200) if there is one. Its name, description, tags, campaign, and external ID are compared only if you send them. With a password, a new one is always created.',
        ),
      generate_qr: z.boolean().default(false).describe('Also create a dynamic QR code. Visits then count as scans.'),
    })
    .check(needDomain)
    .check(refuseOtherDomain),
)
export type CreateShortUrlBody = z.output<typeof createShortUrlBody>

/** A record that is sent back has the old destination in original_url, so `url` wins if both are present. */
export function preferUrl(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body) || !('url' in body)) return foldOriginalUrl(body)
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'original_url'))
}

export const updateShortUrlBody = z.preprocess(
  preferUrl,
  z.strictObject({
    ...changesOfMany,
    custom_alias: recordedAlias
      .nullish()
      .describe('New slug of at least 3 characters. The old one stops working and can be reused. Cannot be null.'),
  }),
)
export type UpdateShortUrlBody = z.output<typeof updateShortUrlBody>

const count = z.int().nonnegative()

/** Days in the trash until a link is deleted. */

export const shortUrlStatuses = [
  ...(['active', 'scheduled', 'expired', 'limit_reached'] as const),
  ...flagStatuses.map(({ name }) => name),
  'quarantined',
  'trashed',
] as const
export type ShortUrlStatus = (typeof shortUrlStatuses)[number]

type UtmShape = Record<(typeof utmFields)[number], z.ZodNullable<z.ZodString>>

export const shortUrl = z
  .object({
    id: z.guid(),
    short_code: z.string().describe('Slug.'),
    short_url: z.string(),
    original_url: z.string().describe('Destination URL.'),
    custom_alias: z.string().nullable().describe('null if the slug was generated.'),
    url_type: z.enum(urlTypes),
    branded_domain: z.string().nullable(),
    subdomain: z.string().nullable(),
    status: z.enum(shortUrlStatuses),
    ...recordMembers,
    click_count: count.describe('Lifetime clicks, excluding bots.'),
    unique_visitors: count.nullable().describe('null while ClickHouse is unavailable.'),
    stored_clicks: count.describe('Lifetime clicks according to the counter in Postgres.'),
    actual_clicks: count.nullable().describe('Lifetime clicks according to ClickHouse. null while it is unavailable.'),
    last_clicked_at: timestamp.optional().describe('Omitted before the first click.'),
    is_password_protected: z.boolean(),
    utm: z.object(Object.fromEntries(utmFields.map((field) => [field, z.string().nullable()])) as UtmShape),
    qr_code_id: z.guid().nullable().describe('QR code that encodes this short URL. Visits count as scans.'),
    ab_test_id: z.guid().nullable().describe('A/B test of this short URL. null once it is completed.'),
    destination_health: destinationHealth
      .nullable()
      .describe('What the latest check of the destination found. null before the first check.'),
    trashed_at: timestamp
      .nullable()
      .describe(
        `When it was moved to the trash. It is deleted ${trashDays} days later. null if it is not in the trash.`,
      ),
    quarantined_at: timestamp
      .nullable()
      .describe(
        'When the operator of the installation, or one of its checks, stopped it. Visitors see a page that says so. null if it is not in quarantine.',
      ),
    quarantine_reason: z.string().nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'ShortUrl' })
export type ShortUrl = z.infer<typeof shortUrl>

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
  destination_health: { moves: true },
  trashed_at: {},
  quarantined_at: {},
  quarantine_reason: {},
  created_at: {},
  updated_at: { moves: true },
} as const satisfies ReadOnlyMembers<ShortUrl>

export const shortUrlSorts = ['created_at', 'name', 'clicks', 'last_clicked_at', 'expires_at'] as const

export const shortUrlDomain = z.object({
  url_type: z.enum(urlTypes).optional(),
  subdomain: subdomainName.optional().describe('Reserved subdomain.'),
  branded_domain: domainName.optional().describe('Verified branded domain.'),
})
export type ShortUrlDomain = { [Name in keyof z.output<typeof shortUrlDomain>]?: z.output<typeof shortUrlDomain>[Name] }

const unlisted = [...flagStatuses.filter((flag) => flag.unlisted).map(({ name }) => name), 'trashed']

export const listedStatus = z
  .enum([...shortUrlStatuses, 'all'])
  .optional()
  .describe(`Default: every status except ${unlisted.join(' and ')}.`)

export const linkUsers = ['qr_code', 'ab_test', 'none'] as const
export type LinkUser = (typeof linkUsers)[number]

export const listShortUrlsQuery = pageQuery.extend({
  ...shortUrlDomain.shape,
  url_type: z
    .enum([...urlTypes, 'all'])
    .transform((type) => (type === 'all' ? undefined : type))
    .optional(),
  status: listedStatus,
  campaign_id: campaignReference.optional().describe('Campaign UUID or name. An unknown campaign matches nothing.'),
  outside_campaign_id: campaignReference.optional().describe('Campaign UUID or name. Matches short URLs outside it.'),
  tags: tagFilter.optional(),
  used_by: z
    .enum(linkUsers)
    .optional()
    .describe('`qr_code`: short URLs of QR codes. `ab_test`: in A/B tests that are not completed. `none`: neither.'),
  health: z
    .enum(['failing', 'dead'])
    .optional()
    .describe('State of `destination_health`: short URLs whose destinations do not work.'),
  search: text(200).optional().describe('Matches part of the name, slug, or destination.'),
  created_after: momentOrDay.optional().describe('Created at or after this time. A date starts at midnight UTC.'),
  created_before: momentOrDay.optional().describe('Created before this time.'),
  sortBy: z.enum(shortUrlSorts).default('created_at'),
  sortOrder: z.enum(['asc', 'desc']).default('desc'),
})
export type ListShortUrlsQuery = z.output<typeof listShortUrlsQuery>

export const shortUrlParams = z.object({
  id: z.string().min(1).max(200).describe('UUID, short code, or custom alias.'),
})

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
