import type { CampaignStatus } from '#schemas/campaigns.ts'
import type { States } from '../parts/pill.tsx'

export const campaignStates: States<CampaignStatus> = {
  upcoming: { name: 'Upcoming', look: 'tell' },
  active: { name: 'Active', look: 'good' },
  ended: { name: 'Ended', look: 'quiet' },
}
