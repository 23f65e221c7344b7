import { z } from 'zod'
import { filterQuery, granularity, timelineReply } from './analytics.ts'
import { pageQuery } from './envelope.ts'
import { momentOrDay, timestamp } from './moment.ts'
import type { ReadOnlyMembers } from './read-only.ts'
import { tagFilter, tagSet } from './tags.ts'
import { campaignReference, queryFlag, text } from './values.ts'

const nameLimit = 100

/** An emoji counts as one character. */
const fits = (value: string) => value !== '' && Array.from(value).length <= nameLimit

const name = text(2 * nameLimit)
  .trim()
  .refine(fits, `Must be 1 to ${nameLimit} characters.`)
  .meta({ minLength: 1, maxLength: nameLimit, description: 'Unique within the account.' })

const description = text(1_000)

export const endsTooEarly = 'Must be after the start date.'

interface Span {
  start_date?: Date | null | undefined
  end_date?: Date | null | undefined
}

/** Either date may be missing. */
export const endsAfterStart = ({ start_date, end_date }: Span): boolean =>
  !start_date || !end_date || end_date > start_date

const fields = z.strictObject({
  name,
  description: description.nullish(),
  start_date: momentOrDay.nullish(),
  end_date: momentOrDay.nullish().describe('Must be after `start_date`.'),
  tags: tagSet.optional(),
})

export const createCampaignBody = fields.refine(endsAfterStart, { error: endsTooEarly, path: ['end_date'] })
export type CreateCampaignBody = z.output<typeof createCampaignBody>

export const updateCampaignBody = fields.partial()
export type UpdateCampaignBody = z.output<typeof updateCampaignBody>

export const campaignStatuses = ['upcoming', 'active', 'ended'] as const
export type CampaignStatus = (typeof campaignStatuses)[number]

const count = z.int().nonnegative()

export const campaign = z
  .object({
    id: z.uuid(),
    name: z.string(),
    description: z.string().optional(),
    start_date: timestamp.optional(),
    end_date: timestamp.optional(),
    tags: z.array(z.string()),
    status: z.enum(campaignStatuses).describe('Derived from the dates.'),
    url_count: count.describe('Number of short URLs in the campaign, excluding those in the trash.'),
    total_clicks: count.describe('Lifetime clicks on all its short URLs, including those in the trash. Excludes bots.'),
    unique_visitors: count.nullable().describe('null while ClickHouse is unavailable.'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Campaign' })
export type Campaign = z.infer<typeof campaign>

export const readOnlyCampaignMembers = {
  id: {},
  status: { follows: ['start_date', 'end_date'] },
  url_count: { moves: true },
  total_clicks: { moves: true },
  unique_visitors: { moves: true },
  created_at: {},
  updated_at: { moves: true },
} as const satisfies ReadOnlyMembers<Campaign>

export const updatedCampaign = campaign.pick({ id: true, name: true, updated_at: true })

export const deletedCampaign = campaign.pick({ id: true, name: true, tags: true, created_at: true })

export const campaignParams = z.object({ id: campaignReference.describe('Campaign UUID or URL-encoded name.') })

export const listCampaignsQuery = pageQuery.omit({ cursor: true }).extend({
  search: text(200).optional().describe('Matches part of the name or description.'),
  tags: tagFilter.optional(),
  status: z.enum([...campaignStatuses, 'all']).default('all'),
})
export type ListCampaignsQuery = z.output<typeof listCampaignsQuery>

export const campaignAnalyticsQuery = filterQuery.extend({ granularity })

export const campaignAnalytics = z.object({
  campaign: campaign.describe('The campaign, with its lifetime counts.'),
  total_clicks: count.describe('Clicks that match the period and filters.'),
  unique_visitors: count,
  timeline: timelineReply,
})

const mostUrls = 1_000

export const campaignUrlsBody = z.strictObject({
  url_ids: z
    .array(z.guid('Must be a UUID.').transform((id) => id.toLowerCase()))
    .min(1, 'Must have at least one id.')
    .max(mostUrls, `Must have at most ${mostUrls} ids.`)
    .transform((ids) => [...new Set(ids)])
    .describe('UUIDs of your short URLs. If any of them does not exist, nothing changes.'),
})

export const deleteCampaignQuery = z.object({
  delete_urls: queryFlag.default(false).describe('Also delete the short URLs of the campaign and their analytics.'),
})
