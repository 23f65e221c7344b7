import type { Caller } from '#model/accounts/caller.ts'
import type { CountedCampaign } from '#model/campaigns/campaigns.ts'
import { countVisitors } from '#model/campaigns/count-visitors.ts'
import { describeCampaign } from '#model/campaigns/describe-campaign.ts'
import type { Campaign } from '#schemas/campaigns.ts'
import type { Services } from '../frame/endpoint.ts'

type Presenting = Pick<Services, 'sql' | 'ch'> & Pick<Caller, 'reach'> & { signal: AbortSignal }

/** The record of one campaign. */
export async function presentCampaign(presenting: Presenting, campaign: CountedCampaign): Promise<Campaign> {
  const visitorsOf = await countVisitors(presenting, presenting.reach, [campaign.id], presenting.signal)
  return describeCampaign(campaign, visitorsOf(campaign.id), Date.now())
}

/** The records of campaigns, with their visitors from the click store in one query. */
export async function presentCampaigns(
  { sql, ch, reach, signal }: Presenting,
  campaigns: readonly CountedCampaign[],
): Promise<Campaign[]> {
  const ids = campaigns.map(({ id }) => id)
  const visitorsOf = await countVisitors({ sql, ch }, reach, ids, signal)
  const now = Date.now()
  return campaigns.map((campaign) => describeCampaign(campaign, visitorsOf(campaign.id), now))
}
