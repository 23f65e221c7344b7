import { describe, expect, it } from 'vitest'
import * as plain from './plain-reports.ts'
import {
  type Asked,
  agrees,
  both,
  expectDescending,
  ofAccount,
  readings,
  unorderedMembers,
  useRandomClicks,
} from './random-cases.ts'

describe.each(readings)(
  'from $reading ($windowDays), matches a plain computation for random clicks and filters:',
  (read) => {
    useRandomClicks(read)

    it.each(['day', 'hour', 'week', 'month'])('timeline by %s', async (granularity) => {
      const question = { path: both('timeline'), standard: 30, takesDays: true, more: `&granularity=${granularity}` }
      await agrees(question, ({ json, clicks, span }, { filter }) =>
        expect(json.data).toEqual(plain.timeline(clicks, span, granularity, filter.timezone)),
      )
    })

    it('device', async () => {
      await agrees({ path: both('device'), standard: 'all_time' }, ({ json, clicks }) => {
        expect(unorderedMembers(json.data.data)).toEqual(plain.devices(clicks))
        expect(json.data.total_device_combinations).toBe(plain.deviceCombinations(clicks))
        expectDescending(json.data.data.browsers)
      })
    })

    it('user-devices', async () => {
      const question = { path: () => '/analytics/user-devices', standard: 30, takesDays: true }
      await agrees(
        question,
        ({ json, clicks }) => expect(unorderedMembers(json.data.data)).toEqual(plain.devices(clicks)),
        ofAccount,
      )
    })

    it('utm', async () => {
      await agrees({ path: both('utm'), standard: 'all_time' }, ({ json, clicks }) => {
        const expected = plain.utm(clicks)
        expect(plain.unordered(json.data.data)).toEqual(expected)
        expect(json.data.total_campaigns).toBe(expected.length)
        expect(json.data.total_clicks).toBe(clicks.length)
        expect(unorderedMembers(json.data.parameters)).toEqual(plain.utmValues(clicks))
        expectDescending(json.data.data)
      })
    })

    it('traffic-sources and user-traffic-sources', async () => {
      const check = ({ json, clicks }: Asked) => expect(plain.unordered(json.data)).toEqual(plain.sources(clicks))
      await agrees({ path: both('traffic-sources'), standard: 'all_time' }, check)
      await agrees({ path: () => '/analytics/user-traffic-sources', standard: 'all_time' }, check, ofAccount)
    })

    it('referrers', async () => {
      await agrees({ path: both('referrers'), standard: 'all_time' }, ({ json, clicks }) =>
        expect(unorderedMembers(json.data)).toEqual(plain.referrers(clicks)),
      )
    })

    it('languages', async () => {
      await agrees({ path: both('languages'), standard: 'all_time' }, ({ json, clicks }) =>
        expect(plain.unordered(json.data)).toEqual(plain.languages(clicks)),
      )
    })

    it('continents', async () => {
      await agrees({ path: both('continents'), standard: 'all_time' }, ({ json, clicks }) =>
        expect(plain.unordered(json.data)).toEqual(plain.continents(clicks)),
      )
    })

    it('location and user-locations', async () => {
      const check = ({ json, clicks }: Asked) => expect(unorderedMembers(json.data)).toEqual(plain.locations(clicks))
      await agrees({ path: both('location'), standard: 'all_time' }, check)
      await agrees({ path: () => '/analytics/user-locations', standard: 'all_time' }, check, ofAccount)
    })
  },
)
