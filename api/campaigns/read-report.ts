import { demand } from '#core/api-error.ts'
import { requireFilters } from '#model/accounts/plans.ts'
import { selectCampaign } from '#model/campaigns/campaigns.ts'
import { askClicks } from '#model/clicks/ask-clicks.ts'
import { askTimeline } from '#model/clicks/ask-timeline.ts'
import { compileFilter } from '#model/clicks/compile-filter.ts'
import { findScope } from '#model/clicks/find-scope.ts'
import { readPeriod } from '#model/clicks/period.ts'
import { totals, totalsRow } from '#model/clicks/queries/totals.ts'
import { theRow } from '#model/rows.ts'
import { campaignAnalytics, campaignAnalyticsQuery, campaignParams } from '#schemas/campaigns.ts'
import { endpoint } from '../frame/endpoint.ts'
import { presentCampaign } from './present-campaigns.ts'
import { noSuchCampaign } from './refusals.ts'

export const readCampaignReport = endpoint({
  method: 'GET',
  path: '/campaigns/{id}/analytics',
  summary: 'Get campaign analytics',
  description: 'Covers the short URLs that are in the campaign now. Default period: all time.',
  permission: 'analytics',
  params: campaignParams,
  query: campaignAnalyticsQuery,
  validation: 'always-400',
  reply: campaignAnalytics,
  errors: ['NOT_FOUND', 'FEATURE_DISABLED'],
  async handle(context) {
    const { account, params, query, reach, sql, ch, signal } = context
    requireFilters(account.plan, query)
    const found = demand(await selectCampaign(sql, reach, params.id), noSuchCampaign)
    const {
      scope: { campaign_ids, ...scope },
    } = await findScope(context)
    // With a campaignId in the query as well, links must be in both campaigns.
    const both = campaign_ids === null || campaign_ids.includes(found.id) ? [found.id] : []
    const period = readPeriod(query, Date.now(), 'all_time')
    const where = compileFilter({ ...scope, campaign_ids: both }, period, query)
    const [campaign, total, timeline] = await Promise.all([
      presentCampaign(context, found),
      askClicks(ch, totals(where), totalsRow, { gone: signal }),
      askTimeline(context, where, { period, ...query }),
    ])
    return { campaign, ...theRow(total, 'a count answered no row'), timeline }
  },
})
