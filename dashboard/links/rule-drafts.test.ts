import { expect, it, onTestFinished } from 'vitest'
import type { Condition, TargetingRule } from '#schemas/targeting.ts'
import { localMoment } from '../format/local-moment.ts'
import { keepTimeZone } from '../format/time-zone.ts'
import { newCondition } from './condition-kinds.ts'
import { draftRules, moved, newRule, parseRules, readRules, writeRules } from './rule-drafts.ts'

const conditions: Condition[] = [
  { type: 'country', operator: 'in', value: ['de', 'at'] },
  { type: 'query_param', name: 'ref', operator: 'exists', value: false },
  { type: 'query_param', name: 'ref', operator: 'not_in', value: ['a', 'b'] },
  { type: 'date', operator: 'between', value: ['2026-03-01T10:00:00.000Z', '2026-04-01T10:00:00.000Z'] },
  { type: 'time_of_day', operator: 'lt', value: '09:30', tz: 'Asia/Tokyo' },
  { type: 'weekday', operator: 'in', value: ['monday'], tz: 'Europe/Berlin' },
  { type: 'is_qr_scan', operator: 'eq', value: false },
  { type: 'visitor', operator: 'eq', value: 'returning' },
  { type: 'click_number', operator: 'between', value: [2, 5] },
  { type: 'click_number', operator: 'eq', value: 7 },
  { type: 'percentage', operator: 'lt', value: 12.5 },
]
const rule: TargetingRule = {
  id: '0197a6f0-2b7c-7d3e-8f10-5a6b7c8d9e0f',
  name: 'Rule',
  priority: 1,
  match: 'any',
  conditions,
  destination_url: 'https://example.com/',
}

it('a link’s rules become form values and the same rules again, without priorities', () => {
  const { priority: _, ...sent } = rule
  expect(readRules(draftRules([rule]))).toEqual([sent])
  expect(draftRules([])).toBe(writeRules([]))
})

it('a date that was not changed keeps its seconds', () => {
  const value: [string, string] = ['2026-03-01T10:00:07.250Z', '2026-04-01T10:00:59.000Z']
  const dated: TargetingRule = { ...rule, conditions: [{ type: 'date', operator: 'between', value }] }
  const [draft] = parseRules(draftRules([dated]))
  const sentWith = (change: object) => {
    const [condition] = draft?.conditions ?? []
    const [sent] = readRules(
      writeRules([{ ...newRule(), ...draft, conditions: [{ ...newCondition('date'), ...condition, ...change }] }]),
    )
    return (sent as TargetingRule).conditions
  }
  expect(sentWith({})).toEqual(dated.conditions)
  const [, last = ''] = draft?.conditions[0]?.values ?? []
  expect(sentWith({ values: [localMoment('2026-03-02T10:00:00.000Z'), last] })).toMatchObject([
    { value: ['2026-03-02T10:00:00.000Z', value[1]] },
  ])
  expect(sentWith({ operator: 'lt' })).toMatchObject([{ operator: 'lt', value: value[0] }])
})

it('times without a zone stay in UTC, in which the link uses them', () => {
  keepTimeZone('America/New_York')
  onTestFinished(() => keepTimeZone(null))
  const timed: TargetingRule = {
    ...rule,
    conditions: [
      { type: 'time_of_day', operator: 'between', value: ['18:00', '08:00'] },
      { type: 'weekday', operator: 'in', value: ['monday'] },
    ],
  }
  expect(readRules(draftRules([timed]))).toMatchObject([{ conditions: [{ tz: 'UTC' }, { tz: 'UTC' }] }])
  expect(newCondition('weekday').tz).toBe('America/New_York')
})

it('a date of a draft that was kept in another time zone stays the same', () => {
  onTestFinished(() => keepTimeZone(null))
  const dated: TargetingRule = {
    ...rule,
    conditions: [{ type: 'date', operator: 'lt', value: '2026-03-01T10:00:00.000Z' }],
  }
  keepTimeZone('Europe/Berlin')
  const draft = draftRules([dated])
  keepTimeZone('America/New_York')
  expect(readRules(draft)).toMatchObject([{ conditions: dated.conditions }])
})

it('a new rule is sent without an id, and its destination with a scheme', () => {
  const drafted = { ...newRule(), destination_url: ' example.com/x ' }
  expect(readRules(writeRules([drafted]))).toEqual([
    {
      match: 'all',
      conditions: [{ type: 'country', operator: 'in', value: [] }],
      destination_url: 'https://example.com/x',
    },
  ])
  expect(parseRules('')).toEqual([])
})

it('an item is moved by one place', () => {
  expect([moved(['a', 'b', 'c'], 2, -1), moved(['a', 'b', 'c'], 0, 1)]).toEqual([
    ['a', 'c', 'b'],
    ['b', 'a', 'c'],
  ])
})
