import { describe, expect, it } from 'vitest'
import { givenSchedules } from './schedules.ts'
import { givenRules } from './targeting.ts'

const id = '0199b0d6-7a49-7000-8000-000000000000'
const ruleTo = (place: string, cities: number) => ({
  conditions: [
    { type: 'city', operator: 'in', value: Array.from({ length: cities }, (_, city) => `City number ${city + 100}`) },
  ],
  destination_url: `https://example.com/${place}`,
})
const idOf = (place: number) => id.slice(0, -4) + String(place).padStart(4, '0')
/** As the record of a link returns them. */
const asStored = <Rule extends object>(rules: Rule[]) =>
  rules.map((rule, index) => ({ ...rule, id: idOf(index), name: `Rule ${index + 1}`, priority: index + 1 }))

describe('a list that is accepted', () => {
  const fitting = Array.from({ length: 20 }, (_, place) => ruleTo(String(place), 83))

  it('is accepted again with the members that it gets when it is stored', () => {
    expect(JSON.stringify(fitting).length).toBeLessThan(32_768)
    expect(JSON.stringify(asStored(fitting)).length).toBeGreaterThan(32_768)
    expect(givenRules.safeParse(fitting).success).toBe(true)
    expect(givenRules.safeParse(asStored(fitting)).success).toBe(true)
  })

  it('as scheduled changes, too', () => {
    const schedules = [0, 1].map((place) => ({
      at: `2999-01-0${place + 1}T00:00:00.000Z`,
      changes: { targeting_rules: fitting.slice(place * 10, place * 10 + 10) },
    }))
    const stored = schedules.map(({ at, changes }, place) => ({
      id: idOf(place),
      at,
      changes: { targeting_rules: asStored(changes.targeting_rules) },
    }))
    expect(JSON.stringify(stored).length).toBeGreaterThan(32_768)
    for (const list of [schedules, stored]) expect(givenSchedules.safeParse(list).success).toBe(true)
  })
})

it('refuses more than 32,768 characters', () => {
  const { error } = givenRules.safeParse(Array.from({ length: 20 }, (_, place) => ruleTo(String(place), 90)))
  expect(error?.issues.map(({ message }) => message)).toEqual([
    'Must be at most 32,768 characters as JSON, without ids, names and priorities.',
  ])
})
