import { afterAll, beforeAll, expect, it } from 'vitest'
import { keepTimeZone } from '../format/time-zone.ts'
import { draftOf, emptyForm, formOf } from './draft.ts'

beforeAll(() => keepTimeZone('America/New_York'))
afterAll(() => keepTimeZone(null))

const campaign = {
  id: '01890000-0000-7000-8000-000000000000',
  name: 'Spring',
  start_date: '2026-03-01T05:00:00.000Z',
  end_date: '2026-04-01T04:00:00.000Z',
  tags: ['red', 'big'],
  status: 'ended',
  url_count: 0,
  total_clicks: 0,
  unique_visitors: 0,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
} as const

it('days use the user’s time zone and include the end date', () => {
  const form = formOf({ ...campaign, tags: [...campaign.tags] })
  expect(form).toEqual({ name: 'Spring', description: '', first: '2026-03-01', last: '2026-03-31', tags: 'red, big' })
  const { start_date, end_date } = draftOf({ ...form }, emptyForm)
  expect([start_date, end_date]).toEqual([campaign.start_date, campaign.end_date])
})

it('sends only changed values, and clears emptied ones', () => {
  const form = formOf({ ...campaign, tags: [...campaign.tags] })
  expect(draftOf(form, form)).toEqual({})
  expect(draftOf({ ...form, name: ' Summer ', last: '', tags: '' }, form)).toEqual({
    name: 'Summer',
    end_date: null,
    tags: [],
  })
})
