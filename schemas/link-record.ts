import { z } from 'zod'
import { appLinks } from './app-links.ts'
import { type FieldWith, fieldsWith, type LinkFields, linkFields } from './link-fields.ts'
import { qrContent } from './qr-content.ts'
import { recordRule } from './targeting.ts'

const linkExperiment = z.object({
  id: z.uuid(),
  /** Hexadecimal, encrypted in stores. Assigns visitors to variants; deleted with the test. */
  secret: z.string(),
  /** Their order never changes while the test runs. */
  variants: z.array(z.object({ id: z.uuid(), url: z.string(), weight: z.number() })),
  /** Destinations get a click_id parameter. */
  wants_click_ids: z.literal(true).optional(),
})
export type LinkExperiment = z.infer<typeof linkExperiment>

const linkRules = z.object({
  /** Decides percentages. Encrypted in stores. */
  secret: z.string().optional(),
  /** The rev since which clicks are counted, if a rule needs their number. */
  numbered_since: z.int().positive().optional(),
  list: z.array(recordRule),
  /** The destination if no rule is true. */
  fallback_url: z.string().optional(),
})
export type LinkRules = z.infer<typeof linkRules>

type NonNull<Schema> = Schema extends z.ZodNullable<infer Inner> ? Inner : Schema

const plainExtras = Object.fromEntries(
  fieldsWith('redirects').map((name) => {
    const { output } = linkFields[name]
    return [name, output instanceof z.ZodNullable ? output.unwrap() : output]
  }),
) as { [Name in FieldWith<'redirects'>]: NonNull<LinkFields[Name]['output']> }

/** Options that few links have. Most records have none, and their redirects skip these checks. */
const plainLinkExtras = z
  .object({
    /** Stopped by the operator. The record then has no other options, and earlier versions see an expired link. */
    quarantined: z.literal(true),
    disabled: z.literal(true),
    /** Unix milliseconds. */
    starts_at: z.int(),
    /** Click limit, and the rev since which clicks are counted. */
    limit: z.object({ most: z.int().positive(), since: z.int().positive() }),
    /** argon2id */
    password_hash: z.string(),
    ios_url: z.string(),
    android_url: z.string(),
    ...plainExtras,
    /** Content shown instead of a redirect. */
    content: qrContent,
    test: linkExperiment,
    rules: linkRules,
  })
  .partial()

/** A scheduled change: the members of the record that differ from its time on. null removes a member. */
const laterChange = z.object({
  /** Unix milliseconds. */
  at: z.int(),
  url: z.string().optional(),
  extras: z
    .object({
      disabled: z.literal(true).nullable(),
      ios_url: z.string().nullable(),
      android_url: z.string().nullable(),
      rules: linkRules.nullable(),
    })
    .partial()
    .optional(),
})
export type LaterChange = z.infer<typeof laterChange>

const linkExtras = plainLinkExtras.extend({
  /** Scheduled changes, earliest first. Each builds on the one before. */
  later: z.array(laterChange).min(1).optional(),
})
export type LinkExtras = z.infer<typeof linkExtras>

/** A link as the redirector knows it: the value under linkKey() in Redis, written only by the publish script. */
export const linkRecord = z.object({
  /** Increases with every change; a lower rev never replaces a higher one. */
  rev: z.int().positive(),
  link_id: z.guid(),
  account_id: z.uuid(),
  /** Destination, including the link's UTM parameters. */
  url: z.string(),
  redirect_type: z.literal([301, 302, 307, 308]),
  forward_query: z.boolean(),
  tracking_enabled: z.boolean(),
  /** Unix milliseconds. */
  expires_at: z.int().nullable(),
  /** QR code whose scans the visits are. */
  qr_code_id: z.uuid().optional(),
  /** `url` is the fallback URL, because checks have found the destination dead. */
  serves_fallback: z.literal(true).optional(),
  extras: linkExtras.optional(),
})
export type LinkRecord = z.infer<typeof linkRecord>

/** An absent link, with the rev of its deletion (0: it never existed). */
const tombstone = z.object({ rev: z.int().nonnegative(), absent: z.literal(true) })

/** A union is tried in order, and almost all records are links. */
export const storedRecord = z.union([linkRecord, tombstone])
export type StoredRecord = z.infer<typeof storedRecord>

/** A host other than the base domain as the redirector knows it: the value under hostKey(). */
const hostRecord = z.object({
  /** Works like the rev of a link. */
  rev: z.int().positive(),
  domain_id: z.uuid(),
  /** Fallback URLs for /, for unknown codes, and for expired links without an expired_url. */
  root_redirect_url: z.string().nullable(),
  not_found_url: z.string().nullable(),
  expired_url: z.string().nullable(),
  /** Its URLs were stopped by the operator. The record then has none, so earlier versions show pages. */
  quarantined: z.literal(true).optional(),
})
export type HostRecord = z.infer<typeof hostRecord>

/** A host that serves no links has a tombstone. */
export const storedHost = z.union([tombstone, hostRecord])
export type StoredHost = z.infer<typeof storedHost>

/** What the pages of a host look like: the value under brandKey(). Only pages read it, never a redirect. */
const brandRecord = z.object({
  /** Works like the rev of a link. */
  rev: z.int().positive(),
  name: z.string().nullable(),
  color: z.string().nullable(),
  /** A small image as a data URL. */
  logo: z.string().nullable(),
})
export type BrandRecord = z.infer<typeof brandRecord>

export const storedBrand = z.union([tombstone, brandRecord])
export type StoredBrand = z.infer<typeof storedBrand>

/** The apps that open the links of a host: the value under appsKey(). Redirects to destinations do not read it. */
const appsRecord = appLinks.extend({
  /** Works like the rev of a link. */
  rev: z.int().positive(),
})
export type AppsRecord = z.infer<typeof appsRecord>

export const storedApps = z.union([tombstone, appsRecord])
export type StoredApps = z.infer<typeof storedApps>

export const linkKey = (domainId: string, code: string) => `link:${domainId}:${code}`
export const hostKey = (host: string) => `host:${host}`
export const brandKey = (host: string) => `brand:${host}`
export const appsKey = (host: string) => `apps:${host}`

/**
 * Pub/sub channel that sends every redirector the key of a changed record, after the number of the change and a space.
 * Earlier versions send the key alone, and so does a server whose memory limit rejects the counter.
 */
export const invalidationChannel = 'link-changed'
/** Counts the changes that were sent, so that redirectors notice when they have missed one. */
export const changeCountKey = 'link-changes'

/** Lifetime of records in Redis, plus or minus the jitter, so that unvisited ones expire. */
export const recordTtlSeconds = 86_400
export const recordTtlJitterSeconds = 7_200
/** Lifetime of a deleted link's tombstone: longer than any write that may still be in flight. */
export const tombstoneTtlSeconds = 86_400
/** Lifetime of an absence found by a visit, not by a deletion. */
export const absenceTtlSeconds = 60
