import { expect, it } from 'vitest'
import { cityKey, placeName, regionKey } from './place-key.ts'
import { compileReport, compileScope } from './scope.ts'

const given = (scope: object) => Object.fromEntries(Object.entries(scope).filter(([, value]) => value !== undefined))

it('uses the filter names of the API', () => {
  const search = {
    device: 'mobile',
    os: 'iOS',
    utm_source: 'news',
    referrer: 'google.com',
    country: 'de',
    language: 'fr',
    tag: 'red',
    type: 'branded',
    traffic: 'bot',
  } as const
  expect(given(compileScope(search).filters)).toEqual({
    deviceType: 'mobile',
    os: 'iOS',
    utmSource: 'news',
    referrerDomain: 'google.com',
    countryCode: 'de',
    language: 'fr',
    tags: 'red',
    urlType: 'branded',
    traffic: 'bot',
  })
})

it('a city filter includes its region and country', () => {
  const munich = cityKey('de', 'Bavaria', 'Munich')
  expect(given(compileScope({ city: munich }).filters)).toEqual({
    countryCode: 'de',
    region: 'Bavaria',
    city: 'Munich',
  })
  expect(given(compileScope({ city: cityKey('sg', null, 'Singapore') }).filters)).toEqual({
    countryCode: 'sg',
    city: 'Singapore',
  })
  expect(given(compileScope({ country: 'fr', region: regionKey('de', 'Bavaria') }).filters)).toEqual({
    countryCode: 'de',
    region: 'Bavaria',
  })
  expect([placeName(munich), placeName('de_Bavaria')]).toEqual(['Munich', 'Bavaria'])
})

it('filters do not change the link or campaign of the page', () => {
  expect(compileScope({ link: 'a' }).id).toBe('a')
  expect(compileScope({ link: 'a' }, { link: 'b' }).id).toBe('b')
  expect(compileScope({}).id).toBe('all')
  expect(compileScope({ campaign: 'a' }, { campaign: 'b' }).filters.campaignId).toBe('b')
})

it('the comparison uses the same filters and the previous dates', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  const dates = { startDate: '2026-11-19T12:00:00.000Z', endDate: '2026-11-20T12:00:00.000Z' }
  const { id, scope, before } = compileReport({ period: '24h', os: 'iOS' }, { link: 'a' }, now)
  expect([id, given(scope)]).toEqual(['a', { dateRange: 'last_24_hours', os: 'iOS' }])
  expect(given(before?.timeline ?? {})).toEqual({ ...dates, os: 'iOS' })
  expect(given(before?.totals ?? {})).toEqual({ ...dates, os: 'iOS' })
  expect(compileReport({ period: 'all' }, {}, now).before).toBeUndefined()
})

it('compares the totals up to a later time, as the same comparison', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  const later = new Date('2026-11-21T12:07:00Z')
  const today = (end?: Date, filters = {}) => compileReport({ ...filters, period: 'today' }, {}, now, end).before
  expect(today(later)?.totals.endDate).toBe('2026-11-20T12:07:00.000Z')
  expect(today(later)?.timeline).toEqual(today()?.timeline)
  expect(today(later)?.name).toBe(today()?.name)
  expect(today(later, { os: 'iOS' })?.name).not.toBe(today()?.name)
  expect(today(later, { compare: 'year' })?.name).not.toBe(today()?.name)
  const hours = (search: object) => compileReport({ period: '24h', ...search }, {}, now, later).before
  expect(hours({ compare: 'year' })?.totals.endDate).toBe('2025-11-21T12:07:00.000Z')
  expect(hours({})?.timeline.endDate).toBe('2026-11-20T12:00:00.000Z')
  expect(hours({})?.name).not.toBe(hours({ compare: 'year' })?.name)
})
