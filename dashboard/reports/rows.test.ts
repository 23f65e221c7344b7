import { expect, it } from 'vitest'
import { cityRows, columnRows, countryRows, referrerRows, utmRows } from './rows.ts'

const tagged = (utm_source: string | null, clicks: number) => ({
  utm_source,
  utm_medium: 'email',
  utm_campaign: null,
  utm_term: null,
  utm_content: null,
  clicks,
  unique_visitors: clicks,
})

it('adds up combinations, sorts by clicks, and skips empty values', () => {
  const report = { data: [tagged('a', 2), tagged('b', 3), tagged(null, 9), tagged('a', 2)], total_campaigns: 4 }
  const { bars, total, lines } = utmRows('utm_source')(report)
  expect(bars.map(({ key, value }) => [key, value])).toEqual([
    ['a', 4],
    ['b', 3],
  ])
  expect([total, lines]).toEqual([
    7,
    [
      { utm_source: 'a', clicks: 4 },
      { utm_source: 'b', clicks: 3 },
    ],
  ])
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

it('adds up one UTM parameter, and says when the API has left combinations out', () => {
  const combination = (index: number) => ({
    ...{ utm_source: 'newsletter', utm_medium: null, utm_campaign: null, utm_term: null, utm_content: `${index}` },
    ...{ clicks: 2, unique_visitors: 1 },
  })
  const rows = (length: number) =>
    utmRows('utm_source')({ data: Array.from({ length }, (_, index) => combination(index)), total_campaigns: 5_000 })
  expect(rows(999)).toMatchObject({ bars: [{ key: 'newsletter', value: 1_998 }], isTop: false, note: undefined })
  expect(rows(1_000)).toMatchObject({ isTop: true, note: expect.stringContaining('1,000 most clicked combinations') })
})
