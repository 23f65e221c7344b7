import { afterEach, expect, it } from 'vitest'
import type { Buckets } from '../format/periods.ts'
import { keepTimeZone } from '../format/time-zone.ts'
import {
  browserRows,
  campaignRows,
  cityRows,
  columnRows,
  countryRows,
  referrerRows,
  timelineLines,
  utmRows,
} from './rows.ts'

afterEach(() => keepTimeZone(null))

const utmReport = (values: { value: string; clicks: number }[]) => ({
  data: [],
  total_campaigns: 0,
  total_clicks: 900,
  parameters: { utm_source: values, utm_medium: [], utm_campaign: [], utm_term: [], utm_content: [] },
})

it('values of a UTM parameter are bars and lines, with shares of all clicks', () => {
  const report = utmReport([
    { value: 'a', clicks: 4 },
    { value: 'b', clicks: 3 },
  ])
  const { bars, total, lines } = utmRows('utm_source')(report)
  expect(bars.map(({ key, value }) => [key, value])).toEqual([
    ['a', 4],
    ['b', 3],
  ])
  expect([total, lines]).toEqual([
    900,
    [
      { utm_source: 'a', clicks: 4 },
      { utm_source: 'b', clicks: 3 },
    ],
  ])
  expect(utmRows('utm_term')(report)).toMatchObject({ bars: [], total: 900 })
})

it('says that values of a UTM parameter which differ only in case are filtered together', () => {
  const noteOf = (...values: string[]) =>
    utmRows('utm_source')(utmReport(values.map((value) => ({ value, clicks: 1 })))).note
  expect([noteOf('a', 'b'), noteOf('News', 'news')]).toEqual([undefined, expect.stringContaining('case')])
})

it('an unknown location cannot be filtered by', () => {
  const place = { clicks: 1, unique_visitors: 1, percentage: 50 }
  const { bars } = countryRows({
    countries: [
      { country: 'Germany', country_code: 'de', ...place },
      { country: null, country_code: null, ...place },
    ],
    regions: [],
    cities: [],
    total_clicks: 2,
  })
  expect(bars).toMatchObject([
    { key: 'de', label: 'Germany', isInert: false },
    { label: 'Unknown', isInert: true },
  ])
})

it('referrers and cities are marked as top rows when the API returns its maximum', () => {
  const domains = Array.from({ length: 20 }, (_, index) => ({
    domain: `${index}.example`,
    clicks: 2,
    uniqueVisitors: 1,
  }))
  const referrers = (referrerDomains: typeof domains) =>
    referrerRows({ trafficSources: [], referrerDomains, totalClicks: 80 })
  expect(referrers(domains)).toMatchObject({ total: 80, isTop: true })
  expect(referrers(domains.slice(1)).isTop).toBe(false)
  const city = {
    country: null,
    country_code: null,
    region: null,
    city: null,
    clicks: 1,
    unique_visitors: 1,
    percentage: 1,
  }
  const cities = (length: number) =>
    cityRows({ countries: [], regions: [], cities: Array.from({ length }, () => city), total_clicks: length })
  expect([cities(999).isTop, cities(1_000).isTop]).toEqual([false, true])
})

it('a column with its own report has labeled rows, and an unknown value cannot be filtered by', () => {
  const report = [
    { language: 'de', clicks: 3, percentage: 75 },
    { language: null, clicks: 1, percentage: 25 },
  ]
  expect(columnRows('language', (value) => value.toUpperCase())(report)).toEqual({
    bars: [
      { key: 'de', label: 'DE', value: 3, isInert: false },
      { key: '', label: 'Unknown', value: 1, isInert: true },
    ],
    total: 4,
    lines: report,
    isTop: false,
  })
})

it('values without a total are marked as top rows when the API returns its maximum, and have no shares then', () => {
  const values = Array.from({ length: 500 }, (_, index) => ({ value: `${index}`, clicks: 1 }))
  expect(utmRows('utm_source')(utmReport(values)).isTop).toBe(true)
  expect(utmRows('utm_source')(utmReport(values.slice(1))).isTop).toBe(false)
  const names = values.map(({ value, clicks }) => ({ name: value, clicks, percentage: 0.1 }))
  const browsers = (named: typeof names) =>
    browserRows({ data: { browsers: named, operating_systems: [], device_types: [] }, total_device_combinations: 1 })
  expect(browsers(names)).toMatchObject({ isTop: true, total: undefined })
  expect(browsers(names.slice(1))).toMatchObject({ isTop: false, total: 499 })
})

it('campaigns are marked as top rows when the API returns its maximum, with shares of all clicks', () => {
  const campaign = { id: 'a', name: 'A', clicks: 2, unique_visitors: 1, percentage: 0.1 }
  const report = (length: number) => ({ campaigns: Array.from({ length }, () => campaign), total_clicks: 9_000 })
  expect(campaignRows(report(1_000))).toMatchObject({ isTop: true, total: 9_000 })
  expect(campaignRows(report(999)).isTop).toBe(false)
})

it('the lines of the chart have its dates, also where days begin before they do in UTC', () => {
  keepTimeZone('Europe/Berlin')
  const days = { startDate: '2026-06-02', endDate: '2026-06-20' }
  const dateOf = (date: string, granularity: Buckets['granularity']) =>
    timelineLines([{ date, clicks: 2, unique_visitors: 1 }], { granularity, days, isOpen: true })
  expect(dateOf('2026-06-14T22:00:00.000Z', 'day')).toEqual([{ date: '2026-06-15', clicks: 2, unique_visitors: 1 }])
  expect(dateOf('2026-05-31T22:00:00.000Z', 'week')).toMatchObject([{ date: '2026-06-02' }])
  expect(dateOf('2026-05-31T22:00:00.000Z', 'month')).toMatchObject([{ date: '2026-06' }])
  expect(dateOf('2026-06-15T08:00:00.000Z', 'hour')).toMatchObject([{ date: '2026-06-15T10:00+02:00' }])
  keepTimeZone('America/St_Johns')
  expect(dateOf('2026-01-15T03:30:00.000Z', 'hour')).toMatchObject([{ date: '2026-01-15T00:00-03:30' }])
})
