import type { CampaignStatus } from '#schemas/campaigns.ts'
import { readKey } from '../format/read-search.ts'

/** As people read them. */
export const campaignStatusNames = {
  upcoming: 'Upcoming',
  active: 'Active',
  ended: 'Ended',
} as const satisfies Record<CampaignStatus, string>

export const campaignStatus = (value: unknown): CampaignStatus | undefined => readKey(campaignStatusNames, value)
