import { z } from 'zod'
import { pageQuery } from './envelope.ts'
import type { ReadOnlyMembers } from './read-only.ts'
import { tagColors } from './tag-colors.ts'
import { newTag } from './tags.ts'
import { queryFlag, text } from './values.ts'

const color = z.enum(tagColors).describe('Color in the dashboard.')

export const createTagBody = z.strictObject({ name: newTag, color: color.default(tagColors[0]) })

export const updateTagBody = z.strictObject({
  name: newTag
    .optional()
    .describe('New name, which applies to everything with the tag. To use the name of another tag, merge the two.'),
  color: color.optional(),
})

export const mergeTagBody = z.strictObject({
  into: text(50, 1).describe('Name of the tag that replaces it.'),
})

export const tagParams = z.object({ name: text(200, 1).describe('Name of the tag, ignoring case.') })

const count = z.int().nonnegative()

export const tagRecord = z
  .object({
    name: z.string(),
    color,
    link_count: count.describe('Short URLs with the tag, excluding those in the trash.'),
    click_count: count.describe(
      'Lifetime clicks on all short URLs with the tag, including those in the trash. Excludes bots.',
    ),
    qr_code_count: count,
    campaign_count: count,
  })
  .meta({ id: 'Tag' })
export type TagRecord = z.infer<typeof tagRecord>

const tagSorts = ['name', 'link_count', 'click_count'] as const

export const listTagsQuery = pageQuery.omit({ cursor: true }).extend({
  search: text(50).optional().describe('Matches part of the name.'),
  colored: queryFlag.optional().describe('Only tags with a color other than gray.'),
  sortBy: z.enum(tagSorts).default('name'),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
})
export type ListTagsQuery = z.output<typeof listTagsQuery>

export const readOnlyTagMembers = {
  link_count: { moves: true },
  click_count: { moves: true },
  qr_code_count: { moves: true },
  campaign_count: { moves: true },
} as const satisfies ReadOnlyMembers<TagRecord>
