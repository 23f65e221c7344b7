import { expect, it } from 'vitest'
import { countByCampaign } from './count-by-campaign.ts'

it('the clicks of a campaign are unknown if the API returns its maximum without that campaign', () => {
  const counted = { name: 'A', clicks: 2, unique_visitors: 1, percentage: 0.1 }
  const clicksOf = (length: number) =>
    countByCampaign({
      campaigns: Array.from({ length }, (_, index) => ({ ...counted, id: `${index}` })),
      total_clicks: 9_000,
    })
  expect(['7', 'other'].map(clicksOf(1_000))).toEqual([2, null])
  expect(['7', 'other'].map(clicksOf(999))).toEqual([2, 0])
})
