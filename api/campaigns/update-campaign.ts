import { demand } from '#core/api-error.ts'
import { givenFields } from '#core/fields.ts'
import { announceUpdated } from '#model/campaigns/announce-changes.ts'
import { type CampaignRow, lockCampaign, selectCampaign, writeCampaign } from '#model/campaigns/campaigns.ts'
import { describeCampaign } from '#model/campaigns/describe-campaign.ts'
import { type Tx, violates } from '#runtime/postgres.ts'
import {
  campaignParams,
  endsAfterStart,
  endsTooEarly,
  readOnlyCampaignMembers,
  type UpdateCampaignBody,
  updateCampaignBody,
  updatedCampaign,
} from '#schemas/campaigns.ts'
import { endpoint } from '../frame/endpoint.ts'
import { nameIsTaken, noSuchCampaign, refuseField } from './refusals.ts'

export const updateCampaign = endpoint({
  method: 'PUT',
  path: '/campaigns/{id}',
  summary: 'Update a campaign',
  description: 'Fields that you omit stay unchanged; null clears a description or date.',
  permission: 'write',
  params: campaignParams,
  body: updateCampaignBody,
  readOnly: readOnlyCampaignMembers,
  async current({ params, reach, sql }) {
    const found = demand(await selectCampaign(sql, reach, params.id), noSuchCampaign)
    return describeCampaign(found, null, Date.now())
  },
  validation: 'always-400',
  reply: updatedCampaign,
  errors: ['NOT_FOUND'],
  async handle({ params, body, account, sql }) {
    try {
      const { id, name, updated_at } = await sql.begin((tx) => change(tx, account.id, params.id, body))
      return { id, name, updated_at: updated_at.toISOString() }
    } catch (error) {
      throw violates(error, 'campaigns_name') ? nameIsTaken() : error
    }
  },
})

async function change(tx: Tx, accountId: string, reference: string, body: UpdateCampaignBody): Promise<CampaignRow> {
  const before = demand(await lockCampaign(tx, accountId, reference), noSuchCampaign)
  const changes = givenFields(body)
  if (!endsAfterStart({ ...before, ...changes })) throw refuseField('end_date', endsTooEarly)
  if (Object.keys(changes).length === 0) return before
  const after = await writeCampaign(tx, before.id, changes)
  await announceUpdated(tx, accountId, before.id)
  return after
}
