import { z } from 'zod'
import { appLinksSetting } from './app-links.ts'
import { deviceDestination } from './app-url.ts'
import { archivedId, type ObjectKind } from './archive.ts'
import { eventTypes } from './events.ts'
import { experimentStatuses } from './experiments.ts'
import { linkFields } from './link-fields.ts'
import { contentTypes } from './qr-choices.ts'
import { qrSources } from './qr-codes.ts'
import { scanCheck, visualSettings } from './qr-settings.ts'
import { givenSchedules } from './schedules.ts'
import { tagColors } from './tag-colors.ts'
import { mostTags } from './tags.ts'
import { givenRules } from './targeting.ts'
import { utmFields } from './utm-fields.ts'
import { codePattern, destination, hexColor, text } from './values.ts'
import { webhookFilters } from './webhooks.ts'

/**
 * Rows of an archive, with the columns of their tables. An earlier version may have accepted values that a request may no
 * longer have, so these schemas demand what the tables, redirectors and pages rely on. Columns that a later version adds get a
 * default here, so that earlier archives can be imported.
 */

const id = z.string().toLowerCase().regex(archivedId, 'Must be a UUID of RFC 9562.')
/** A time in Postgres, with microseconds. */
const at = z.iso.datetime({ offset: true })
const count = z.int().nonnegative().max(Number.MAX_SAFE_INTEGER)
const url = destination.nullable()
const line = (limit: number) => text(limit).nullable()
const tags = z.array(text(200, 1)).max(mostTags)
const ofUtm = Object.fromEntries(utmFields.map((field) => [field, line(1_000)])) as Record<
  (typeof utmFields)[number],
  ReturnType<typeof line>
>

/** argon2id with the cost that Waymark uses: a larger one would slow down every visit. */
const passwordHash = z.string().regex(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{16,64}\$[A-Za-z0-9+/]{32,86}$/)

const campaign = z.strictObject({
  id,
  name: text(200, 1),
  description: line(1_000),
  start_date: at.nullable(),
  end_date: at.nullable(),
  tags,
  created_at: at,
  updated_at: at,
})

const tag = z.strictObject({ name: text(200, 1), color: z.enum(tagColors), created_at: at })

const utmTemplate = z.strictObject({ id, name: text(100, 1), ...ofUtm, created_at: at, updated_at: at })

/** The import encodes the image again. */
const qrAsset = z.strictObject({
  id,
  name: line(255),
  content: z.base64().max(2 * 1024 ** 2),
  created_at: at,
})

/** Without anything that DNS has proved. */
const domain = z.strictObject({
  id,
  type: z.enum(['subdomain', 'branded']),
  host: z.string().regex(/^[a-z0-9.-]{1,253}$/),
  is_default: z.boolean(),
  root_redirect_url: url,
  not_found_url: url,
  expired_url: url,
  brand_name: line(60),
  brand_color: hexColor.nullable(),
  brand_logo_id: id.nullable(),
  app_links: appLinksSetting,
  created_at: at,
})

const linkDefaults = z.strictObject({
  domain_id: id,
  redirect_type: linkFields.redirect_type.input,
  tags,
  campaign_id: id.nullable(),
  utm_template_id: id.nullable(),
  expires_in_days: z.int().min(1).max(3_653).nullable(),
  forward_query: z.boolean(),
  tracking_enabled: z.boolean(),
})

const link = z.strictObject({
  id,
  domain_id: id,
  code: z.string().min(1).max(50).regex(codePattern),
  is_custom_alias: z.boolean(),
  url: destination,
  name: line(255),
  description: line(1_000),
  tags,
  campaign_id: id.nullable(),
  external_id: line(255),
  archived: z.boolean(),
  is_active: z.boolean(),
  starts_at: at.nullable(),
  expires_at: at.nullable(),
  expired_url: url,
  max_clicks: count.min(1).nullable(),
  password_hash: passwordHash.nullable(),
  tracking_enabled: z.boolean(),
  redirect_type: linkFields.redirect_type.input,
  forward_query: z.boolean(),
  indexing: z.boolean(),
  ...ofUtm,
  ios_url: deviceDestination.nullable(),
  android_url: deviceDestination.nullable(),
  targeting_rules: givenRules,
  fallback_url: url,
  use_fallback_when_dead: z.boolean().default(false),
  schedules: givenSchedules.default([]),
  og: z.strictObject({ title: line(300), description: line(1_000), image_url: url }).nullable(),
  limit_used: count.nullable(),
  limit_announced: z.boolean(),
  announced_expiry: at.nullable(),
  trashed_at: at.nullable(),
  created_at: at,
  updated_at: at,
  clicks: count,
  last_clicked_at: at.nullable(),
  /** The short URL itself shows the content of its QR code, so its destination is the short URL. */
  shows_content: z.boolean(),
})

const qrCode = z.strictObject({
  id,
  name: line(255),
  content_type: z.enum(contentTypes),
  content_data: z.record(z.string(), z.unknown()),
  payload: text(10_000, 1),
  visual_settings: visualSettings,
  is_dynamic: z.boolean(),
  tracking_enabled: z.boolean(),
  link_id: id.nullable(),
  campaign_id: id.nullable(),
  tags,
  expires_at: at.nullable(),
  expiry_announced: z.boolean(),
  source: z.enum(qrSources),
  scan_check: scanCheck,
  created_at: at,
  updated_at: at,
  scans: count,
  last_scanned_at: at.nullable(),
})

const variant = z.strictObject({
  id,
  name: text(255, 1),
  destination_url: destination,
  traffic_weight: z.number().min(0).max(100),
})

/** Changes of the weights of a test, which take up to 6 MB. An archive has the newest ones. */
export const mostWeightChanges = 10_000

const abTest = z.strictObject({
  id,
  kind: z.enum(['url', 'qr']),
  link_id: id,
  qr_code_id: id.nullable(),
  leads_link: z.boolean().default(false),
  name: text(255, 1),
  description: line(1_000),
  hypothesis: line(1_000),
  status: z.enum(experimentStatuses),
  traffic_split_mode: z.enum(['equal', 'weighted']),
  conversions_enabled: z.boolean(),
  min_sample_size: z.int().min(1).max(1_000_000_000),
  confidence_level: z.number().gt(0).lt(100),
  winner_variant_id: id.nullable(),
  significance_announced: z.boolean(),
  created_at: at,
  updated_at: at,
  started_at: at.nullable(),
  paused_at: at.nullable(),
  completed_at: at.nullable(),
  /** Visitors of its link are redirected to the winner. */
  serves_winner: z.boolean(),
  variants: z.array(variant).min(1).max(10),
  weight_changes: z
    .array(z.strictObject({ weights: z.record(id, z.number().min(0).max(100)), changed_at: at }))
    .max(mostWeightChanges),
})

const conversion = z.strictObject({
  id,
  test_id: id,
  variant_id: id,
  link_id: id,
  click_id: id,
  event_name: text(100, 1),
  value: z.number().nullable(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .nullable(),
  external_id: line(255),
  created_at: at,
})

/** Without its secret: the import creates a new one. */
const webhook = z.strictObject({
  id,
  name: line(255),
  url: text(2_048),
  events: z.array(z.enum(eventTypes)).min(1),
  filters: webhookFilters,
  include_bots: z.boolean(),
  created_at: at,
})

export const archiveRows = {
  campaigns: campaign,
  tags: tag,
  utm_templates: utmTemplate,
  qr_assets: qrAsset,
  domains: domain,
  link_defaults: linkDefaults,
  links: link,
  qr_codes: qrCode,
  ab_tests: abTest,
  conversions: conversion,
  webhooks: webhook,
} as const satisfies Record<ObjectKind, z.ZodObject>

export type ArchiveRow<Kind extends ObjectKind = ObjectKind> = z.output<(typeof archiveRows)[Kind]>
