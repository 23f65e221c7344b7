import type { CampaignStatus } from '#schemas/campaigns.ts'

/** As people read them. */
export const campaignStatusNames = {
  upcoming: 'Upcoming',
  active: 'Active',
  ended: 'Ended',
} as const satisfies Record<CampaignStatus, string>

export const campaignStatus = (value: unknown): CampaignStatus | undefined =>
  typeof value === 'string' && value in campaignStatusNames ? (value as CampaignStatus) : undefined
