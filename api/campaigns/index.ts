import { addLinks } from './add-links.ts'
import { createCampaign } from './create-campaign.ts'
import { deleteCampaign } from './delete-campaign.ts'
import { exportCampaigns } from './export-campaigns.ts'
import { getCampaign } from './get-campaign.ts'
import { listCampaigns } from './list-campaigns.ts'
import { readCampaignReport } from './read-report.ts'
import { removeLinks } from './remove-links.ts'
import { updateCampaign } from './update-campaign.ts'

export const campaigns = [
  createCampaign,
  listCampaigns,
  exportCampaigns,
  getCampaign,
  updateCampaign,
  deleteCampaign,
  addLinks,
  removeLinks,
  readCampaignReport,
]
