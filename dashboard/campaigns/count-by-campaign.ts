import { mostCampaigns } from '#schemas/report-limits.ts'
import type { Report } from '../api/analytics.ts'

/** Clicks by campaign ID; null for a campaign that may have clicks but is not among those with the most. */
export function countByCampaign({ campaigns }: Report<'campaigns'>): (id: string) => number | null {
  const clicksOf = new Map(campaigns.map(({ id, clicks }) => [id, clicks]))
  const others = campaigns.length >= mostCampaigns ? null : 0
  return (id) => clicksOf.get(id) ?? others
}
