import { z } from 'zod'
import { selectCampaigns } from '#model/campaigns/campaigns.ts'
import { readPages } from '#model/rows.ts'
import { campaign } from '#schemas/campaigns.ts'
import { exportCampaignsQuery } from '#schemas/list-exports.ts'
import { endpoint } from '../frame/endpoint.ts'
import { exportList, listMediaTypes } from '../frame/export-list.ts'
import { presentCampaigns } from './present-campaigns.ts'

export const exportCampaigns = endpoint({
  method: 'GET',
  path: '/campaigns/export',
  summary: 'Export campaigns',
  description:
    'Returns all campaigns that match the filters as a file, newest first. To get a campaign that is named “export”, use its UUID.',
  permission: 'read',
  bulk: true,
  query: exportCampaignsQuery,
  reply: z.never(),
  files: listMediaTypes,
  async handle({ query, reach, sql, ch, signal }) {
    async function* pages() {
      for await (const campaigns of readPages((page) => selectCampaigns(sql, reach, query, page)))
        yield await presentCampaigns({ sql, ch, reach, signal }, campaigns)
    }
    return exportList({ name: 'campaigns', format: query.format, row: campaign, pages: pages() })
  },
})
