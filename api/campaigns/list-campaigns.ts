import { countCampaigns, selectCampaigns } from '#model/campaigns/campaigns.ts'
import { campaign, listCampaignsQuery } from '#schemas/campaigns.ts'
import { pageOf } from '#schemas/envelope.ts'
import { endpoint } from '../frame/endpoint.ts'
import { readPage } from '../frame/pagination.ts'
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
    const { rows, pagination } = await readPage(
      query,
      (page) => selectCampaigns(sql, reach, query, { ...page, cursor: undefined }),
      countCampaigns(sql, account.id, query),
    )
    return { data: await presentCampaigns({ sql, ch, reach, signal }, rows), pagination }
  },
})
