import { z } from 'zod'
import { archiveContents } from './archive.ts'
import { pageQuery } from './envelope.ts'
import { timestamp } from './moment.ts'
import { verificationRecord } from './verification.ts'

export const importSources = [
  'csv',
  'bitly',
  'dub',
  'kutt',
  'rebrandly',
  'shlink',
  'shortio',
  'tinyurl',
  'yourls',
  'waymark',
] as const
export type ImportSource = (typeof importSources)[number]

/** Sources whose links can be read over the API of the service. */
export const apiSourceNames = ['bitly', 'dub', 'kutt', 'rebrandly', 'shlink', 'shortio'] as const
export type ApiSourceName = (typeof apiSourceNames)[number]

export const conflictChoices = ['skip', 'rename', 'overwrite'] as const
export type ConflictChoice = (typeof conflictChoices)[number]

/** Fields of a link that a column of a file can contain. */
export const importFields = [
  'url',
  'short_url',
  'slug',
  'domain',
  'name',
  'description',
  'tags',
  'clicks',
  'created_at',
  'starts_at',
  'expires_at',
  'expired_url',
  'max_clicks',
  'password',
  'archived',
  'is_active',
  'redirect_type',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'ios_url',
  'android_url',
  'external_id',
  'campaign',
  'tracking_enabled',
  'forward_query',
  'indexing',
  'fallback_url',
  'use_fallback_when_dead',
  'targeting_rules',
  'schedules',
  'og_title',
  'og_description',
  'og_image_url',
  'trashed_at',
] as const
export type ImportField = (typeof importFields)[number]

/** What a source can have that a link here cannot, with the sentence for the report. */
export const importNotes = {
  slug_not_possible: 'Slugs with characters that are not allowed, or longer than 50 characters.',
  slug_reserved: 'Slugs that are reserved here.',
  password_removed: 'Passwords that cannot be carried over. These links are disabled until you set a new password.',
  text_cut: 'Names, descriptions or UTM values that are too long. The rest is cut.',
  tag_dropped: 'Tags that are not allowed, or more than 20 per link. They are left out.',
  date_unknown: 'Dates that cannot be read. They are left out.',
  start_dropped: 'Start dates at or after the expiration date. They are left out.',
  number_unknown: 'Numbers that cannot be read. They are left out.',
  url_dropped: 'Additional destinations that are not valid URLs. They are left out.',
  campaign_unknown: 'Campaigns that your account does not have. Their links are in no campaign.',
  targeting_dropped: 'Targeting by country or other rules. It is left out.',
  webhook_inactive: 'Webhooks. They are inactive and have a new signing secret. Rotate it, then activate them.',
  test_reshuffled: 'Running and paused A/B tests. Some visitors see another variant than before.',
  domain_unverified: 'Branded domains. Verify them here before you point them to this installation.',
  test_dropped: 'A/B tests. They are left out.',
  cloaking_dropped: 'Links that show the destination under the short URL. They redirect instead.',
  details_missing: 'Click totals or targeting rules that the service did not return.',
  schedules_dropped: 'Scheduled changes that cannot be read. They are left out.',
  link_banned: 'Links that are banned in the source. They are disabled.',
} as const
export type ImportNote = keyof typeof importNotes

const importStatuses = ['analyzing', 'ready', 'importing', 'paused', 'completed', 'failed'] as const

const count = z.int().nonnegative()

export const importRecord = z
  .object({
    id: z.uuid(),
    source: z.enum(importSources),
    status: z
      .enum(importStatuses)
      .describe('`ready`: a dry run has finished. `failed`: see `error`; links that were created stay.'),
    file_name: z.string().nullable(),
    base_url: z.string().nullable().describe('API that is read instead of a file.'),
    conflict: z.enum(conflictChoices),
    dry_run: z.boolean(),
    analysis: z.object({
      found: count.describe('Links in the source.'),
      invalid: count.describe('Links that cannot be imported, such as those without a valid destination.'),
      conflicts: count.describe('Links whose slug is taken, or appears earlier in the source.'),
      already_imported: count.describe('Links that an earlier import created.'),
      visits: count.describe('Individual visits of these links in the source.'),
      encoding: z.string().nullable().describe('Text encoding of the file.'),
      columns: z.record(z.string(), z.string()).describe('Columns of the file that were used, by field.'),
      unused_columns: z.array(z.string()),
      notes: z
        .array(z.object({ code: z.string(), message: z.string(), links: count }))
        .describe('What cannot be carried over.'),
    }),
    progress: z.object({ done: count, total: count }).describe('Links of the source that were processed.'),
    result: z.object({
      created: count,
      renamed: count.describe('Created with another slug.'),
      overwritten: count,
      skipped: count,
      failed: count.describe('Including invalid links.'),
      visits: count.describe('Visits that were stored as clicks.'),
    }),
    error: z.string().nullable(),
    verification: verificationRecord.nullable(),
    contents: archiveContents.nullable().describe('Objects of an archive by kind. null for other sources.'),
    created_at: timestamp,
    updated_at: timestamp,
    finished_at: timestamp.nullable(),
  })
  .meta({ id: 'Import' })
export type ImportRecord = z.infer<typeof importRecord>

export const importParams = z.object({ id: z.uuid() })
export const listImportsQuery = pageQuery.omit({ cursor: true })

export const resumeImportBody = z
  .strictObject({
    conflict: z
      .enum(conflictChoices)
      .optional()
      .describe('After a dry run: what to do if the slug of a link is taken.'),
  })
  .prefault({})

export const importOutcomes = ['created', 'renamed', 'overwritten', 'skipped', 'failed', 'invalid'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

export const listImportItemsQuery = pageQuery.omit({ cursor: true }).extend({
  outcome: z.enum(importOutcomes).optional(),
})
export type ListImportItemsQuery = z.output<typeof listImportItemsQuery>

export const importItem = z
  .object({
    position: z.int().describe('Row in the file, where 1 is the header, or number of the link in the API or dump.'),
    source_url: z.string().nullable().describe('Short URL in the source.'),
    outcome: z.enum(importOutcomes),
    short_url_id: z.guid().nullable(),
    short_url: z.string().nullable().describe('Short URL here. null if it was deleted.'),
    message: z.string().nullable().describe('Why the link was not imported, or not as it was.'),
  })
  .meta({ id: 'ImportItem' })
