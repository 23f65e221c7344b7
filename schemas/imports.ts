import { z } from 'zod'
import { pageQuery } from './envelope.ts'
import { needDomain, refuseOtherDomain, urlTypes } from './links.ts'
import { timestamp } from './moment.ts'
import { tagSet } from './tags.ts'
import { text } from './values.ts'

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
] as const
export type ImportSource = (typeof importSources)[number]

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
  'targeting_rules',
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
  number_unknown: 'Numbers that cannot be read. They are left out.',
  url_dropped: 'Additional destinations that are not valid URLs. They are left out.',
  campaign_unknown: 'Campaigns that your account does not have. Their links are in no campaign.',
  targeting_dropped: 'Targeting by country or other rules. It is left out.',
} as const
export type ImportNote = keyof typeof importNotes

/** A file of a form. Its bytes are on a disk, and are gone after the request. */
export interface UploadedFile {
  name: string
  bytes: number
  sha256: string
  read(): AsyncIterable<Buffer>
}

/** JSON cannot contain a function, so that only the form parser can pass a file. */
const isFile = (value: unknown): value is UploadedFile =>
  typeof value === 'object' && value !== null && 'read' in value && typeof value.read === 'function'

/** Reported as a value of another type, so the reply is 400 rather than 422. */
const uploadedFile = z
  .unknown()
  .check(({ value, issues }) => {
    if (!isFile(value)) issues.push({ code: 'invalid_type', expected: 'file', input: value })
  })
  .transform((value) => value as UploadedFile)

/** Fields of a form are text. */
const fromText = <Schema extends z.ZodType>(read: (value: string) => unknown, schema: Schema) =>
  z.preprocess((value) => (typeof value === 'string' ? read(value) : value), schema)

const flag = z.boolean()
const flags: Record<string, boolean> = { true: true, false: false, '1': true, '0': false }

const parsed = (value: string): unknown => {
  try {
    return JSON.parse(value)
  } catch (error) {
    if (error instanceof SyntaxError) return value
    throw error
  }
}

const columnName = text(200, 1)

const mapping = z
  .partialRecord(z.enum(importFields), columnName)
  .describe(
    'Columns of the file by field, such as {"url": "Target page"}. Columns that are not listed are found by their names.',
  )

const targetDomain = {
  url_type: z.enum(urlTypes).default('standard').describe('Domain of links whose own domain is not in your account.'),
  subdomain: text(253).nullish().describe('Reserved subdomain. Required when `url_type` is `subdomain`.'),
  branded_domain: text(253).nullish().describe('Verified domain. Required when `url_type` is `branded`.'),
}

export const createImportBody = z
  .strictObject({
    source: z.enum(importSources).describe('Service that wrote the file. `csv`: any file with a header row.'),
    file: uploadedFile.meta({ type: 'string', format: 'binary', description: 'CSV file, up to 256 MB.' }),
    mapping: fromText(parsed, mapping.default({})),
    conflict: z.enum(conflictChoices).default('skip').describe('What to do if the slug of a link is taken.'),
    dry_run: fromText((value) => flags[value] ?? value, flag.default(false)).describe(
      'Stop after the analysis, without creating links. Resume the import to create them.',
    ),
    tags: fromText(
      (value) =>
        value
          .split(',')
          .map((tag) => tag.trim())
          .filter((tag) => tag !== ''),
      tagSet.default([]),
    ).describe('Tags to add to each link.'),
    ...targetDomain,
  })
  .check(needDomain)
  .check(refuseOtherDomain)

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
    conflict: z.enum(conflictChoices),
    dry_run: z.boolean(),
    analysis: z.object({
      found: count.describe('Links in the source.'),
      invalid: count.describe('Links that cannot be imported, such as those without a valid destination.'),
      conflicts: count.describe('Links whose slug is taken, or appears earlier in the source.'),
      already_imported: count.describe('Links that an earlier import created.'),
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
    }),
    error: z.string().nullable(),
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
    position: z.int().describe('Row in the file, where 1 is the header.'),
    source_url: z.string().nullable().describe('Short URL in the source.'),
    outcome: z.enum(importOutcomes),
    short_url_id: z.uuid().nullable(),
    short_url: z.string().nullable().describe('Short URL here. null if it was deleted.'),
    message: z.string().nullable().describe('Why the link was not imported, or not as it was.'),
  })
  .meta({ id: 'ImportItem' })
