import { z } from 'zod'
import { errorStatus } from './errors.ts'
import { changesOfMany, listedStatus, preferUrl, shortUrl, shortUrlDomain } from './links.ts'
import { momentOrDay } from './moment.ts'
import { tagFilterList, tagSet } from './tags.ts'
import { campaignReference, text } from './values.ts'

/** Short URLs in one call. */
export const bulkMost = 1_000

const sizes = `must have between 1 and ${bulkMost} items`

export const createShortUrlsBody = z.strictObject({
  urls: z
    .array(z.unknown())
    .min(1, sizes)
    .max(bulkMost, sizes)
    .describe('Each as the body of POST /short-urls. One that cannot be is told in `failed`, and the others are made.'),
})

const filter = z
  .strictObject({
    ...shortUrlDomain.shape,
    status: listedStatus,
    campaign_id: campaignReference,
    tags: tagFilterList.describe('Short URLs with one of these tags; a hyphen before one excludes it.'),
    search: text(200, 1),
    created_after: momentOrDay,
    created_before: momentOrDay,
  })
  .partial()
  // A member that says nothing is refused by itself: with it alone a call would be for every short URL.
  .refine((value) => Object.keys(value).length > 0, 'must say something; status=all means every short URL')
export type BulkFilter = z.output<typeof filter>

const selection = {
  ids: z.array(z.string().min(1).max(200)).min(1, sizes).max(bulkMost, sizes).optional(),
  filter: filter.optional().describe('Instead of ids: the short URLs that a list with these filters has.'),
}

type Selected = { ids?: unknown; filter?: unknown }

/** Told as zod tells a missing member: it is malformed (400), not a broken rule (422). */
function oneSelection({ value, issues }: { value: Selected; issues: z.core.$ZodRawIssue[] }): void {
  const both = value.ids !== undefined && value.filter !== undefined
  if (both) issues.push({ code: 'unrecognized_keys', keys: ['filter'], input: value })
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
        add_tags: tagSet.optional().describe('Beside the tags that each has.'),
        remove_tags: tagSet.optional().describe('Taken from those that have them.'),
      }),
    ),
  })
  .check(oneSelection)

export const deleteShortUrlsBody = z.strictObject(selection).check(oneSelection)

const codes = Object.keys(errorStatus) as [keyof typeof errorStatus, ...(keyof typeof errorStatus)[]]

const failed = z.array(
  z.object({
    index: z.int().describe('Its place in urls, ids, or what the filter found.'),
    code: z.enum(codes),
    message: z.string(),
  }),
)

export const bulkShortUrls = z.object({ succeeded: z.array(shortUrl), failed })
export const bulkDeleted = z.object({ succeeded: z.array(z.object({ id: z.uuid() })), failed })
export type BulkShortUrls = z.infer<typeof bulkShortUrls>
export type BulkDeleted = z.infer<typeof bulkDeleted>
export type BulkFailure = z.infer<typeof failed>[number]
