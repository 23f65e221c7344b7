import { expect, it } from 'vitest'
import { mostCompared, readCampaignSearch, readCompared, toggleCompared } from './campaign-search.ts'

const id = (number: number) => `01890000-0000-7000-8000-00000000000${number}`

it('keeps valid values and drops invalid ones', () => {
  expect(readCampaignSearch({ q: 2026, status: 'active', period: '7d', compared: 'x', city: 'Rome' })).toEqual({
    q: '2026',
    status: 'active',
    period: '7d',
  })
})

it('compares each campaign once, up to the maximum', () => {
  const one = toggleCompared({}, id(1))
  expect(toggleCompared({ compared: toggleCompared({ compared: one }, id(2)) }, id(1))).toBe(id(2))
  const many = [1, 1, 2, 3, 4, 5].map(id).join(',')
  expect(readCompared({ compared: many })).toEqual([1, 2, 3, 4].slice(0, mostCompared).map(id))
})
