import { campaignParams, campaignUrlsBody } from '#schemas/campaigns.ts'
import { done } from '#schemas/envelope.ts'
import { endpoint } from '../frame/endpoint.ts'
import { moveByCampaign } from './move-by-campaign.ts'

export const removeLinks = endpoint({
  method: 'DELETE',
  path: '/campaigns/{id}/urls',
  summary: 'Remove short URLs from a campaign',
  description: 'The short URLs are not deleted.',
  permission: 'delete',
  params: campaignParams,
  body: campaignUrlsBody,
  validation: 'always-400',
  reply: done,
  errors: ['NOT_FOUND', 'CONFLICT'],
  async handle({ params, body, reach, sql, config }) {
    await sql.begin((tx) =>
      moveByCampaign(tx, config, { reach, campaign: params.id, link_ids: body.url_ids, way: 'out' }),
    )
    return { message: 'Short URLs removed from the campaign' }
  },
})
