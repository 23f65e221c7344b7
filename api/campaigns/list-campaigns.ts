import { countCampaigns, selectCampaigns } from '#model/campaigns/campaigns.ts'
import { campaign, listCampaignsQuery } from '#schemas/campaigns.ts'
import { pageOf } from '#schemas/envelope.ts'
import { endpoint } from '../frame/endpoint.ts'
import { paginate } from '../frame/pagination.ts'
import { presentCampaigns } from './present-campaigns.ts'

export const listCampaigns = endpoint({
  method: 'GET',
  path: '/campaigns',
  summary: 'List campaigns',
  description: 'Newest first.',
  permission: 'read',
  query: listCampaignsQuery,
  reply: pageOf(campaign),
  envelope: 'page',
  async handle({ query, account, reach, sql, ch, signal }) {
    const [campaigns, total] = await Promise.all([
      selectCampaigns(sql, reach, query),
      countCampaigns(sql, account.id, query),
    ])
    const data = await presentCampaigns({ sql, ch, reach, signal }, campaigns)
    return { data, pagination: paginate(query, total) }
  },
})
