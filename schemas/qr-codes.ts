import { z } from 'zod'
import { pageQuery, queryInteger } from './envelope.ts'
import { needDomain, refuseOtherDomain, shortUrlDomain, urlTypes } from './links.ts'
import { moment, timestamp } from './moment.ts'
import { contentTypes, largestSize, qrFormats, smallestSize } from './qr-choices.ts'
import { contentData, type QrContent, qrContent } from './qr-content.ts'
import { scanCheck, visualSettings, visualSettingsUpdate } from './qr-settings.ts'
import type { ReadOnlyMembers } from './read-only.ts'
import { tagFilter, tagSet } from './tags.ts'
import { alias, campaignReference, text } from './values.ts'

const longestName = 255

const describedContent = z.record(z.string(), z.unknown()).meta({
  anyOf: Object.values(contentData).map((schema) => {
    const { $schema: _, ...described } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
    return described
  }),
  description: 'What the code says, by content_type.',
})

/** What may be said of a code when it is made and later. null empties what may be empty. */
const options = z.strictObject({
  name: text(longestName).nullish(),
  password: text(200, 1).nullish().describe('Asked of whoever scans a dynamic code. Never shown again.'),
  expires_at: moment.nullish(),
  campaign_id: campaignReference.nullish().describe('UUID or name of a campaign. null: in none.'),
  tags: tagSet.optional(),
})

/** What is wrong with the content is said as of a part of the body, in the words that are used for the rest of it. */
function readContent(
  content: { content_type: string; content_data: unknown },
  context: z.core.$RefinementCtx,
): QrContent | undefined {
  const read = qrContent._zod.run({ value: content, issues: [] }, { async: false })
  if (read instanceof Promise) throw new Error('content is checked without waiting')
  context.issues.push(...read.issues)
  return read.issues.length > 0 ? undefined : (read.value as QrContent)
}

export const generateQrCodeBody = options
  .extend({
    content_type: z.enum(contentTypes),
    content_data: describedContent,
    is_dynamic: z.boolean().default(false).describe('What it says can be changed after it is printed.'),
    tracking_enabled: z.boolean().default(false).describe('Its scans are recorded.'),
    visual_settings: visualSettings.prefault({}),
    format: z.enum(qrFormats).optional().describe('Of the image; png, unless Accept names another one.'),
    custom_alias: alias.nullish().describe('The path of its short URL. Generated when absent.'),
    url_type: z.enum(urlTypes).default('standard'),
    subdomain: shortUrlDomain.shape.subdomain.nullish(),
    branded_domain: shortUrlDomain.shape.branded_domain.nullish(),
    save: z.boolean().default(true).describe('false: nothing is kept, and the id begins with temp-.'),
  })
  .check(needDomain)
  .check(refuseOtherDomain)
  .transform(({ content_type, content_data, ...rest }, context) => {
    const content = readContent({ content_type, content_data }, context)
    return content === undefined ? z.NEVER : { ...rest, content }
  })
export type GenerateQrCodeBody = z.output<typeof generateQrCodeBody>

/** Content is given whole: content_data without content_type is of the type that the code has. */
export const updateQrCodeBody = options.extend({
  content_type: z.enum(contentTypes).optional(),
  content_data: describedContent.optional().describe('Of a dynamic code. Another one says for ever what it says.'),
  is_dynamic: z.boolean().optional().describe('As it is: it never changes.'),
  tracking_enabled: z.boolean().optional().describe('Of a code that has a short URL.'),
  visual_settings: visualSettingsUpdate.optional(),
})
export type UpdateQrCodeBody = z.output<typeof updateQrCodeBody>

export const qrCodeStatuses = ['active', 'expired', 'disabled'] as const
export type QrCodeStatus = (typeof qrCodeStatuses)[number]
export const qrSources = ['QR_CODE_GENERATOR', 'BULK_IMPORT'] as const
export type QrSource = (typeof qrSources)[number]

export const qrCode = z
  .object({
    id: z.string().describe('A UUID; of a temporary code temp- and something.'),
    user_id: z.string().describe('The owner; the account itself while it has none.'),
    name: z.string().optional(),
    content_type: z.enum(contentTypes),
    content_data: z.custom<QrContent['content_data']>((value) => typeof value === 'object').meta({ type: 'object' }),
    visual_settings: visualSettings,
    is_dynamic: z.boolean(),
    tracking_enabled: z.boolean(),
    short_url_id: z.uuid().optional().describe('Of a dynamic or tracked code whose short URL was not deleted.'),
    short_url: z.string().nullable().describe('The address that is drawn; null where it is the content itself.'),
    scan_count: z.int().nonnegative().describe('Scans of people and unknown clients.'),
    last_scanned_at: timestamp.optional(),
    expires_at: timestamp.nullable(),
    is_password_protected: z.boolean(),
    status: z.enum(qrCodeStatuses).describe('disabled: its short URL is switched off or deleted.'),
    campaign_id: z.uuid().nullable(),
    tags: z.array(z.string()),
    source: z.enum(qrSources),
    scan_check: scanCheck,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'QrCode' })
export type QrCode = z.infer<typeof qrCode>

/** What a PUT may send back of the record, and no more than that. */
export const readOnlyQrCodeMembers = {
  id: {},
  user_id: {},
  short_url_id: {},
  short_url: { moves: true },
  scan_count: { moves: true },
  last_scanned_at: { moves: true },
  is_password_protected: { follows: ['password'] },
  status: { follows: ['expires_at'], instead: 'Send expires_at, or is_active of its short URL, instead.' },
  source: {},
  scan_check: { moves: true },
  created_at: {},
  updated_at: { moves: true },
} as const satisfies ReadOnlyMembers<QrCode>

export const qrCodeReply = z.object({ qrCode })

export const generatedQrCode = qrCodeReply.extend({
  image: z.object({
    format: z.enum(qrFormats),
    mime_type: z.string(),
    width: z.int(),
    height: z.int(),
    data_url: z.string(),
    download_url: z.string().nullable().describe('null of a temporary code.'),
  }),
  scan_check: scanCheck,
})

/** What stays to be said of a code that is gone. */
export const deletedQrCode = qrCode
  .pick({
    id: true,
    name: true,
    content_type: true,
    is_dynamic: true,
    short_url: true,
    campaign_id: true,
    tags: true,
    created_at: true,
  })
  .extend({ short_url_id: z.uuid().optional().describe('The short URL that it had, whether that was kept or not.') })

/** A person, or an unknown client, came by the code. Counts are of the moment in which it is told. */
export const qrScan = z.object({
  qr_code: qrCode.pick({ id: true, name: true, content_type: true, campaign_id: true, tags: true }),
  scan_id: z.uuid(),
  scanned_at: timestamp,
  short_url_id: z.uuid(),
  short_url: z.string(),
  destination_url: z.string(),
  country_code: z.string().nullable(),
  region: z.string().nullable(),
  city: z.string().nullable(),
  device_type: z.string(),
  browser: z.string().nullable(),
  os: z.string().nullable(),
  referrer_domain: z.string().nullable(),
  is_bot: z.boolean(),
})

export const qrCodeParams = z.object({
  id: z
    .guid('must be a UUID; temporary codes (temp-) cannot be retrieved')
    .transform((id) => id.toLowerCase())
    .meta({ format: 'uuid' }),
})

const flag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1')

export const qrCodeSorts = ['created_at', 'name', 'scans', 'last_scanned_at', 'expires_at'] as const

export const listQrCodesQuery = pageQuery.extend({
  search: text(200).optional().describe('Part of the name or the content.'),
  content_type: z.enum(contentTypes).optional(),
  is_dynamic: flag.optional(),
  status: z.enum([...qrCodeStatuses, 'all']).default('all'),
  campaign_id: campaignReference.optional().describe('UUID or name; of an unknown campaign there are none.'),
  tags: tagFilter
    .optional()
    .describe('Codes with one of these tags, comma-separated; a hyphen before one excludes it.'),
  sortBy: z.enum(qrCodeSorts).default('created_at'),
  sortOrder: z.enum(['asc', 'desc']).default('desc'),
})
export type ListQrCodesQuery = z.output<typeof listQrCodesQuery>

export const qrImageQuery = z.object({
  format: z.enum(qrFormats).default('png'),
  size: queryInteger(smallestSize, largestSize).optional().describe('Width in pixels; else that of the code.'),
})

export const deleteQrCodeQuery = z.object({
  keep_short_url: flag.default(false).describe('Its short URL stays, and leads where it leads.'),
})
