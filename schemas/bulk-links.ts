import { z } from 'zod'
import { errorCodes } from './errors.ts'
import { changesOfMany, listedStatus, preferUrl, shortUrl, shortUrlDomain, shortUrlParams } from './links.ts'
import { momentOrDay } from './moment.ts'
import { knownTagSet, tagFilterList, tagSet } from './tags.ts'
import { campaignReference, text } from './values.ts'

export const bulkMost = 1_000

const sizes = 'Must have 1 to 1,000 items.'

export const createShortUrlsBody = z.strictObject({
  urls: z
    .array(z.unknown())
    .min(1, sizes)
    .max(bulkMost, sizes)
    .describe('Bodies of `POST /short-urls`. Those that fail are listed in `failed`; the others are created.'),
})

const filter = z
  .strictObject({
    ...shortUrlDomain.shape,
    status: listedStatus,
    campaign_id: campaignReference,
    tags: tagFilterList.describe('Matches any of the tags. Prefix a tag with a hyphen to exclude it.'),
    search: text(200, 1),
    created_after: momentOrDay,
    created_before: momentOrDay,
  })
  .partial()
  // Empty members are refused by their own schemas; one alone would select every short URL.
  .refine(
    (value) => Object.keys(value).length > 0,
    'Must have at least one filter. To select all short URLs, use status=all.',
  )
export type BulkFilter = z.output<typeof filter>

export const selection = {
  ids: z.array(shortUrlParams.shape.id).min(1, sizes).max(bulkMost, sizes).optional(),
  filter: filter.optional().describe('Instead of `ids`: all short URLs that a list with these filters returns.'),
}

type Selected = { ids?: unknown; filter?: unknown }

/** Reported as a missing or unknown member, so the reply is 400 rather than 422. */
export function oneSelection({ value, issues }: { value: Selected; issues: z.core.$ZodRawIssue[] }): void {
  const both = value.ids !== undefined && value.filter !== undefined
  if (both) {
    const message = 'Send either `ids` or `filter`, not both.'
    issues.push({ code: 'unrecognized_keys', keys: ['filter'], input: value, message })
  }
  if (value.ids === undefined && value.filter === undefined) {
    issues.push({ code: 'invalid_type', expected: 'array', input: undefined, path: ['ids'] })
  }
}

export const updateShortUrlsBody = z
  .strictObject({
    ...selection,
    changes: z.preprocess(
      preferUrl,
      z.strictObject({
        ...changesOfMany,
        add_tags: tagSet.optional().describe('Tags to add to each short URL.'),
        remove_tags: knownTagSet.optional().describe('Tags to remove from each short URL.'),
      }),
    ),
  })
  .check(oneSelection)

export const selectShortUrlsBody = z.strictObject(selection).check(oneSelection)

const failed = z.array(
  z.object({
    index: z.int().describe('Position in `urls`, `ids`, or the filter result, from 0.'),
    code: z.enum(errorCodes),
    message: z.string(),
  }),
)

export const bulkShortUrls = z.object({ succeeded: z.array(shortUrl), failed })
export const bulkDeleted = z.object({ succeeded: z.array(z.object({ id: z.uuid() })), failed })
export type BulkShortUrls = z.infer<typeof bulkShortUrls>
export type BulkDeleted = z.infer<typeof bulkDeleted>
export type BulkFailure = z.infer<typeof failed>[number]
