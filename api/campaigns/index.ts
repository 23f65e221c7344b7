import { createCampaign } from './create-campaign.ts'
import { deleteCampaign } from './delete-campaign.ts'
import { getCampaign } from './get-campaign.ts'
import { listCampaigns } from './list-campaigns.ts'
import { updateCampaign } from './update-campaign.ts'

export const campaigns = [createCampaign, listCampaigns, getCampaign, updateCampaign, deleteCampaign]
