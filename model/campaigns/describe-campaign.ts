import type { Campaign, CampaignStatus } from '#schemas/campaigns.ts'
import type { CountedCampaign } from './campaigns.ts'

/** The record of a campaign in the API and in webhooks. Members without a value are left out. */
export function describeCampaign(row: CountedCampaign, uniqueVisitors: number | null, now: number): Campaign {
  return {
    id: row.id,
    name: row.name,
    ...(row.description !== null && { description: row.description }),
    ...(row.start_date !== null && { start_date: row.start_date.toISOString() }),
    ...(row.end_date !== null && { end_date: row.end_date.toISOString() }),
    tags: row.tags,
    status: statusOf(row, now),
    url_count: row.url_count,
    total_clicks: row.total_clicks,
    unique_visitors: uniqueVisitors,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

/** Must match the filter of the campaign list. */
function statusOf({ start_date, end_date }: CountedCampaign, now: number): CampaignStatus {
  if (start_date !== null && start_date.getTime() > now) return 'upcoming'
  return end_date !== null && end_date.getTime() <= now ? 'ended' : 'active'
}
