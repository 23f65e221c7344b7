import { demand } from '#core/api-error.ts'
import { selectCampaign } from '#model/campaigns/campaigns.ts'
import { campaign, campaignParams } from '#schemas/campaigns.ts'
import { endpoint } from '../frame/endpoint.ts'
import { presentCampaign } from './present-campaigns.ts'
import { noSuchCampaign } from './refusals.ts'

export const getCampaign = endpoint({
  method: 'GET',
  path: '/campaigns/{id}',
  summary: 'Get a campaign',
  permission: 'read',
  params: campaignParams,
  reply: campaign,
  errors: ['NOT_FOUND'],
  async handle({ params, reach, sql, ch, signal }) {
    const found = demand(await selectCampaign(sql, reach, params.id), noSuchCampaign)
    return await presentCampaign({ sql, ch, reach, signal }, found)
  },
})
