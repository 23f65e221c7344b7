import { queryOptions } from '@tanstack/react-query'
import type { Campaign } from '#schemas/campaigns.ts'
import { readAll } from './client.ts'

const freshMs = 60_000

/** All campaigns, sorted by name. */
export const campaignNamesQuery = queryOptions({
  queryKey: ['campaigns', 'names'],
  staleTime: freshMs,
  async queryFn({ signal }) {
    const campaigns = await readAll<Campaign>('/api/v1/campaigns', signal)
    return campaigns.map(({ id, name }) => ({ id, name })).sort((one, other) => one.name.localeCompare(other.name))
  },
})

export const nameOfCampaign = (names: readonly { id: string; name: string }[] | undefined, id: string) =>
  names?.find((campaign) => campaign.id === id)?.name
