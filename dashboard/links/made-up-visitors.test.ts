import { describe, expect, it } from 'vitest'
import type { TargetingRule } from '#schemas/targeting.ts'
import { countriesFor, describeVisitor, questionsFor } from './made-up-visitors.ts'

const ruleWith = (...conditions: TargetingRule['conditions']) => ({
  targeting_rules: [
    {
      id: crypto.randomUUID(),
      name: 'Rule',
      priority: 1,
      match: 'all' as const,
      conditions,
      destination_url: 'https://a.example/',
    },
  ],
})

describe('the table of visitors', () => {
  it('has the countries that rules name first, and then others', () => {
    expect(countriesFor({ targeting_rules: [] })).toEqual(['US', 'DE', 'IN', 'BR', 'JP'])
    const link = ruleWith({ type: 'country', operator: 'not_in', value: ['jp', 'AT'] })
    expect(countriesFor(link)).toEqual(['JP', 'AT', 'US', 'DE', 'IN', 'BR'])
  })

  it('stays short for rules that name many countries', () => {
    const value = ['AT', 'BE', 'BG', 'CY', 'CZ', 'DK', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'HU', 'IE', 'IT']
    expect(countriesFor(ruleWith({ type: 'country', operator: 'in', value }))).toEqual(value.slice(0, 12))
  })

  it('asks only what the rules ask', () => {
    expect(questionsFor({ targeting_rules: [] })).toEqual([])
    const link = ruleWith(
      { type: 'weekday', operator: 'in', value: ['monday'] },
      { type: 'visitor', operator: 'eq', value: 'new' },
    )
    expect(questionsFor(link).map(({ name }) => name)).toEqual(['at', 'visitor'])
  })
})

it('leaves questions without an answer to the API', () => {
  expect(describeVisitor({ language: ' ', percentile: '', scan: 'no' })).toEqual({ is_qr_scan: false })
  expect(describeVisitor({ language: 'de', percentile: '12.5', number: '3', visitor: 'returning' })).toEqual({
    accept_language: 'de',
    percentile: 12.5,
    click_number: 3,
    visitor: 'returning',
  })
})
