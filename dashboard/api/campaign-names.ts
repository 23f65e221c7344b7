import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Campaign } from '#schemas/campaigns.ts'
import type { pagination } from '#schemas/envelope.ts'
import { readPage } from './client.ts'

interface CampaignPage {
  data: Campaign[]
  pagination: z.output<typeof pagination>
}

const pageLimit = 100
/** Nobody chooses among more than a thousand. */
const mostPages = 10
const freshMs = 60_000

/** To choose one: all of them, by their names. */
export const campaignNamesQuery = queryOptions({
  queryKey: ['campaigns', 'names'],
  staleTime: freshMs,
  async queryFn({ signal }) {
    const names: { id: string; name: string }[] = []
    for (let page = 1; page <= mostPages; page++) {
      const { data, pagination } = await readPage<CampaignPage>('/api/v1/campaigns', {
        signal,
        query: { limit: pageLimit, page },
      })
      names.push(...data.map(({ id, name }) => ({ id, name })))
      if (!pagination.has_more) break
    }
    return names.sort((one, other) => one.name.localeCompare(other.name))
  },
})

export const nameOfCampaign = (names: readonly { id: string; name: string }[] | undefined, id: string) =>
  names?.find((campaign) => campaign.id === id)?.name
