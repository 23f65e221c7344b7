import { expect, it } from 'vitest'
import { z } from 'zod'
import { createNameReader } from './query-names.ts'

const read = createNameReader(
  z.object({ dateRange: z.string(), campaign_id: z.string().optional(), page: z.string() }).transform((value) => value),
)

it('reads every name in snake_case and camelCase', () => {
  expect(read({ dateRange: '7d', campaign_id: 'x', page: '1' })).toEqual({
    dateRange: '7d',
    campaign_id: 'x',
    page: '1',
  })
  expect(read({ date_range: '7d', campaignId: 'x' })).toEqual({ dateRange: '7d', campaign_id: 'x' })
})

it('prefers the spelling of the schema when both are sent', () => {
  expect(read({ dateRange: 'own', date_range: 'other' })).toEqual({ dateRange: 'own' })
})

it('drops names that are not in the schema, including the API key', () => {
  expect(read({ api_key: 'secret', other: '1' })).toEqual({})
})
