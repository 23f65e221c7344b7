import { expect, it } from 'vitest'
import { describeCampaign } from './describe-campaign.ts'

const row = {
  id: '01900000-0000-7000-8000-000000000000',
  name: 'Spring',
  description: null,
  start_date: null,
  end_date: null,
  tags: ['sale'],
  url_count: 2,
  total_clicks: 7,
  created_at: new Date(0),
  updated_at: new Date(1_000),
}

it('omits fields that have no value', () => {
  expect(describeCampaign(row, null, 0)).toEqual({
    id: row.id,
    name: 'Spring',
    tags: ['sale'],
    status: 'active',
    url_count: 2,
    total_clicks: 7,
    unique_visitors: null,
    created_at: '1970-01-01T00:00:00.000Z',
    updated_at: '1970-01-01T00:00:01.000Z',
  })
})

it('is active from its start date and ended at its end date', () => {
  const at = (now: number) =>
    describeCampaign({ ...row, start_date: new Date(1_000), end_date: new Date(2_000) }, null, now).status
  expect([at(999), at(1_000), at(1_999), at(2_000)]).toEqual(['upcoming', 'active', 'active', 'ended'])
})
