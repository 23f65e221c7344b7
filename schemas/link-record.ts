import { z } from 'zod'
import { type FieldWith, fieldsWith, type LinkFields, linkFields } from './link-fields.ts'
import { qrContent } from './qr-content.ts'

/** A running test. */
const linkExperiment = z.object({
  id: z.uuid(),
  /** Hexadecimal: who sees which variant follows from it. It is gone with the test. */
  secret: z.string(),
  /** In their order, which never changes while the test runs. */
  variants: z.array(z.object({ id: z.uuid(), url: z.string(), weight: z.number() })),
  /** Destinations are given the id of their click. */
  wants_click_ids: z.literal(true).optional(),
})
export type LinkExperiment = z.infer<typeof linkExperiment>

type NonNull<Schema> = Schema extends z.ZodNullable<infer Inner> ? Inner : Schema

/** Fields that redirectors get as they are. */
const plainExtras = Object.fromEntries(
  fieldsWith('redirects').map((name) => {
    const { output } = linkFields[name]
    return [name, output instanceof z.ZodNullable ? output.unwrap() : output]
  }),
) as { [Name in FieldWith<'redirects'>]: NonNull<LinkFields[Name]['output']> }

/** What only some links have: most records carry none of it, and a redirect looks no further then. */
const linkExtras = z
  .object({
    disabled: z.literal(true),
    /** Unix milliseconds. */
    starts_at: z.int(),
    /** How many clicks are let through, and the rev since which they are counted. */
    limit: z.object({ most: z.int().positive(), since: z.int().positive() }),
    /** argon2id */
    password_hash: z.string(),
    ios_url: z.string(),
    android_url: z.string(),
    ...plainExtras,
    /** What is shown instead of a redirect. */
    content: qrContent,
    test: linkExperiment,
  })
  .partial()
export type LinkExtras = z.infer<typeof linkExtras>

/** What the redirector knows of a link: the value under linkKey() in Redis, written only by the publish script. */
export const linkRecord = z.object({
  /** Grows with every change of the link; a lower one never replaces a higher one. */
  rev: z.int().positive(),
  link_id: z.uuid(),
  account_id: z.uuid(),
  /** With the link's UTM parameters. */
  url: z.string(),
  redirect_type: z.literal([301, 302, 307, 308]),
  forward_query: z.boolean(),
  tracking_enabled: z.boolean(),
  /** Unix milliseconds. */
  expires_at: z.int().nullable(),
  /** Of the code whose scans the visits are. */
  qr_code_id: z.uuid().optional(),
  extras: linkExtras.optional(),
})
export type LinkRecord = z.infer<typeof linkRecord>

/** "No such link", with the rev of the deletion (0: there never was one). */
const tombstone = z.object({ rev: z.int().nonnegative(), absent: z.literal(true) })

/** In this order: almost all are records of links, and a union tries one after the other. */
export const storedRecord = z.union([linkRecord, tombstone])
export type StoredRecord = z.infer<typeof storedRecord>

/** What the redirector knows of a host name beside the base domain's: the value under hostKey(). */
const hostRecord = z.object({
  /** As that of a link. */
  rev: z.int().positive(),
  domain_id: z.uuid(),
  /** Where a visit to / leads, one to an unknown code, and one to an expired link that has no such address itself. */
  root_redirect_url: z.string().nullable(),
  not_found_url: z.string().nullable(),
  expired_url: z.string().nullable(),
})
export type HostRecord = z.infer<typeof hostRecord>

/** A host that serves no links has a tombstone. */
export const storedHost = z.union([tombstone, hostRecord])
export type StoredHost = z.infer<typeof storedHost>

export const linkKey = (domainId: string, code: string) => `link:${domainId}:${code}`
export const hostKey = (host: string) => `host:${host}`

/** The pub/sub channel on which every redirector hears the key of a record that changed. */
export const invalidationChannel = 'link-changed'

/** Records live this long in Redis, give or take the jitter, so that what nobody visits leaves by itself. */
export const recordTtlSeconds = 86_400
export const recordTtlJitterSeconds = 7_200
/** The tombstone of a deleted link outlives every write that could still be on its way. */
export const tombstoneTtlSeconds = 86_400
/** Absence learned by a visit, not by a deletion. */
export const absenceTtlSeconds = 60
