import { expect, it } from 'vitest'
import { z } from 'zod'
import { createNameReader } from './query-names.ts'

const read = createNameReader(
  z.object({ dateRange: z.string(), campaign_id: z.string().optional(), page: z.string() }).transform((value) => value),
)

it('reads every name in snake_case and in camelCase', () => {
  expect(read({ dateRange: '7d', campaign_id: 'x', page: '1' })).toEqual({
    dateRange: '7d',
    campaign_id: 'x',
    page: '1',
  })
  expect(read({ date_range: '7d', campaignId: 'x' })).toEqual({ dateRange: '7d', campaign_id: 'x' })
})

it('takes the spelling of the schema where both are given', () => {
  expect(read({ dateRange: 'own', date_range: 'other' })).toEqual({ dateRange: 'own' })
})

it('leaves out what the schema does not know, the API key first of all', () => {
  expect(read({ api_key: 'secret', other: '1' })).toEqual({})
})
