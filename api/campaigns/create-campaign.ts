import { insertCampaign } from '#model/campaigns/campaigns.ts'
import { describeCampaign } from '#model/campaigns/describe-campaign.ts'
import { announce } from '#model/webhooks/announce.ts'
import { campaign, createCampaignBody } from '#schemas/campaigns.ts'
import { endpoint } from '../frame/endpoint.ts'
import { nameIsTaken } from './refusals.ts'

export const createCampaign = endpoint({
  method: 'POST',
  path: '/campaigns',
  summary: 'Create a campaign',
  permission: 'write',
  body: createCampaignBody,
  example: { name: 'Spring sale', start_date: '2030-03-01T00:00:00Z', end_date: '2030-04-01T00:00:00Z' },
  validation: 'always-400',
  reply: campaign,
  status: 201,
  async handle({ body, account, sql }) {
    const created = await sql.begin(async (tx) => {
      const row = await insertCampaign(tx, account.id, body)
      if (row === undefined) return undefined
      const record = describeCampaign({ ...row, url_count: 0, total_clicks: 0 }, 0, Date.now())
      await announce(tx, account.id, 'campaign.created', record)
      return record
    })
    if (created === undefined) throw nameIsTaken()
    return created
  },
})
