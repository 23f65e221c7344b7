import { selectCampaignNames } from '#model/campaigns/campaigns.ts'
import { campaignClicks, campaignClicksRow } from '#model/clicks/queries/campaign-clicks.ts'
import { filterQuery } from '#schemas/analytics.ts'
import { campaignsReply } from '#schemas/breakdowns.ts'
import { countClicks } from './figures.ts'
import { percentage } from './percentage.ts'
import { reportOfLink } from './report.ts'

export const readCampaigns = reportOfLink('campaigns', {
  summary: 'Get clicks by campaign',
  description: 'A click counts toward the campaign that its short URL is in now.',
  query: filterQuery,
  reply: campaignsReply,
  standard: 'all_time',
  async answer(asked) {
    const { ask, period, scope, sql, where } = asked
    const [rows, total_clicks] = await Promise.all([
      ask(campaignClicks(where, scope.account_id), campaignClicksRow),
      countClicks(asked, period),
    ])
    const ids = rows.map(({ campaign_id }) => campaign_id)
    const names = new Map((await selectCampaignNames(sql, scope.account_id, ids)).map(({ id, name }) => [id, name]))
    return {
      campaigns: rows.flatMap(({ campaign_id: id, clicks, unique_visitors }) => {
        const name = names.get(id)
        // Just deleted: its links are being removed from it.
        if (name === undefined) return []
        return [{ id, name, clicks, unique_visitors, percentage: percentage(clicks, total_clicks) }]
      }),
      total_clicks,
    }
  },
})
