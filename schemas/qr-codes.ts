import { z } from 'zod'
import { pageQuery, queryInteger } from './envelope.ts'
import { needDomain, refuseOtherDomain, shortUrlDomain, urlTypes } from './links.ts'
import { moment, timestamp } from './moment.ts'
import { contentTypes, errorCorrections, largestSize, qrFormats, smallestSize } from './qr-choices.ts'
import { contentData, type QrContent, qrContent } from './qr-content.ts'
import { scanCheck, visualSettings, visualSettingsUpdate } from './qr-settings.ts'
import type { ReadOnlyMembers } from './read-only.ts'
import { tagFilter, tagSet } from './tags.ts'
import { alias, campaignReference, linkPassword, queryFlag, text } from './values.ts'

const longestName = 255

const contentOf = ({ isReply }: { isReply: boolean }) => ({
  anyOf: Object.values(contentData).map((schema) => {
    const { $schema: _, ...described } = z.toJSONSchema(schema, {
      io: 'input',
      unrepresentable: 'any',
      // Replies may gain members.
      override: ({ jsonSchema }) => {
        if (isReply) delete jsonSchema.additionalProperties
      },
    })
    return described
  }),
  description: 'Content of the code. Its fields depend on `content_type`.',
})

const describedContent = z.record(z.string(), z.unknown()).meta(contentOf({ isReply: false }))

/** Members of create and update bodies. null clears a member. */
const options = z.strictObject({
  name: text(longestName).nullish(),
  password: linkPassword
    .nullish()
    .describe('Password that visitors of a dynamic code must enter. Write-only. null removes it.'),
  expires_at: moment.nullish().describe('Expiration date.'),
  campaign_id: campaignReference.nullish().describe('Campaign UUID or name. null for no campaign.'),
  tags: tagSet.optional(),
})

/** Reports issues of the content as issues of the body. */
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
    is_dynamic: z.boolean().default(false).describe('Encode a short URL, so the content can change after printing.'),
    tracking_enabled: z.boolean().default(false).describe('Record scans.'),
    visual_settings: visualSettings.prefault({}),
    format: z.enum(qrFormats).optional().describe('Image format. Default: the one in `Accept`, or png.'),
    custom_alias: alias.nullish().describe('Slug of its short URL. Default: generated.'),
    url_type: z.enum(urlTypes).default('standard').describe('Kind of domain of its short URL.'),
    subdomain: shortUrlDomain.shape.subdomain.nullish().describe('Required when `url_type` is `subdomain`.'),
    branded_domain: shortUrlDomain.shape.branded_domain.nullish().describe('Required when `url_type` is `branded`.'),
    save: z
      .boolean()
      .default(true)
      .describe('If false, the code is temporary and not stored. Its ID starts with `temp-`.'),
  })
  .check(needDomain)
  .check(refuseOtherDomain)
  .transform(({ content_type, content_data, ...rest }, context) => {
    const content = readContent({ content_type, content_data }, context)
    return content === undefined ? z.NEVER : { ...rest, content }
  })
export type GenerateQrCodeBody = z.output<typeof generateQrCodeBody>

/** content_data replaces the whole content; without content_type, the type stays the same. */
export const updateQrCodeBody = options.extend({
  content_type: z.enum(contentTypes).optional(),
  content_data: describedContent.optional().describe('New content of a dynamic code. Static codes cannot change.'),
  is_dynamic: z.boolean().optional().describe('Cannot change.'),
  tracking_enabled: z.boolean().optional().describe('Only for dynamic codes.'),
  visual_settings: visualSettingsUpdate.optional(),
})
export type UpdateQrCodeBody = z.output<typeof updateQrCodeBody>

export const qrCodeStatuses = ['active', 'expired', 'disabled'] as const
export type QrCodeStatus = (typeof qrCodeStatuses)[number]
export const qrSources = ['QR_CODE_GENERATOR', 'BULK_IMPORT'] as const
export type QrSource = (typeof qrSources)[number]

export const qrCode = z
  .object({
    id: z.string().describe('UUID, or `temp-...` for a temporary code.'),
    user_id: z.string().describe('User who owns the account, or the account ID if there is none.'),
    name: z.string().optional(),
    content_type: z.enum(contentTypes),
    content_data: z
      .custom<QrContent['content_data']>((value) => typeof value === 'object')
      .meta(contentOf({ isReply: true })),
    visual_settings: visualSettings,
    error_correction: z
      .enum(errorCorrections)
      .describe('Error correction of the drawn code: the level in `visual_settings`, or Q if a logo requires more.'),
    is_dynamic: z.boolean(),
    tracking_enabled: z.boolean(),
    short_url_id: z.guid().optional().describe('Short URL of a dynamic or tracked code. Omitted if deleted.'),
    short_url: z.string().nullable().describe('Encoded short URL. null if the code encodes its content.'),
    scan_count: z.int().nonnegative().describe('Lifetime scans, excluding bots.'),
    last_scanned_at: timestamp.optional().describe('Omitted before the first scan.'),
    expires_at: timestamp.nullable(),
    is_password_protected: z.boolean(),
    status: z.enum(qrCodeStatuses).describe('`disabled`: its short URL is disabled or deleted.'),
    campaign_id: z.uuid().nullable(),
    tags: z.array(z.string()),
    source: z.enum(qrSources),
    scan_check: scanCheck,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'QrCode' })
export type QrCode = z.infer<typeof qrCode>

export const readOnlyQrCodeMembers = {
  id: {},
  user_id: {},
  short_url_id: {},
  short_url: { moves: true },
  scan_count: { moves: true },
  error_correction: { follows: ['visual_settings'] },
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
    width: z.int().describe('Pixels.'),
    height: z.int().describe('Pixels.'),
    data_url: z.string(),
    download_url: z.string().nullable().describe('null for a temporary code.'),
  }),
  scan_check: scanCheck,
})

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
  .extend({ short_url_id: z.guid().optional().describe('Short URL of the code, whether it was deleted or kept.') })

export const qrScan = z.object({
  qr_code: qrCode.pick({ id: true, name: true, content_type: true, campaign_id: true, tags: true }),
  scan_id: z.uuid(),
  scanned_at: timestamp,
  short_url_id: z.guid(),
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
    .guid('Must be a UUID. Temporary codes (temp-) cannot be retrieved.')
    .transform((id) => id.toLowerCase())
    .meta({ format: 'uuid' }),
})

export const qrCodeSorts = ['created_at', 'name', 'scans', 'last_scanned_at', 'expires_at'] as const

export const listQrCodesQuery = pageQuery.extend({
  search: text(200).optional().describe('Matches part of the name or content.'),
  content_type: z.enum(contentTypes).optional(),
  is_dynamic: queryFlag.optional(),
  status: z.enum([...qrCodeStatuses, 'all']).default('all'),
  campaign_id: campaignReference.optional().describe('Campaign UUID or name. An unknown campaign matches nothing.'),
  tags: tagFilter.optional(),
  sortBy: z.enum(qrCodeSorts).default('created_at'),
  sortOrder: z.enum(['asc', 'desc']).default('desc'),
})
export type ListQrCodesQuery = z.output<typeof listQrCodesQuery>

export const qrImageQuery = z.object({
  format: z.enum(qrFormats).default('png'),
  size: queryInteger(smallestSize, largestSize).optional().describe('Width in pixels. Default: the size of the code.'),
})

export const deleteQrCodeQuery = z.object({
  keep_short_url: queryFlag.default(false).describe('Keep its short URL, which continues to redirect.'),
})
