import { demand } from '#core/api-error.ts'
import { selectCampaign } from '#model/campaigns/campaigns.ts'
import { campaign, campaignParams, campaignUrlsBody } from '#schemas/campaigns.ts'
import { endpoint } from '../frame/endpoint.ts'
import { moveByCampaign } from './move-by-campaign.ts'
import { presentCampaign } from './present-campaigns.ts'
import { noSuchCampaign } from './refusals.ts'

export const addLinks = endpoint({
  method: 'POST',
  path: '/campaigns/{id}/urls',
  summary: 'Add short URLs to a campaign',
  description: 'Short URLs in another campaign are moved.',
  permission: 'write',
  params: campaignParams,
  body: campaignUrlsBody,
  example: { url_ids: ['01890000-0000-7000-8000-000000000000'] },
  validation: 'always-400',
  reply: campaign,
  errors: ['NOT_FOUND', 'CONFLICT'],
  async handle({ params, body, reach, sql, config, ch, signal }) {
    const counted = await sql.begin(async (tx) => {
      const { id } = await moveByCampaign(tx, config, { reach, campaign: params.id, link_ids: body.url_ids, way: 'in' })
      return demand(await selectCampaign(tx, reach, id), noSuchCampaign)
    })
    return await presentCampaign({ sql, ch, reach, signal }, counted)
  },
})
