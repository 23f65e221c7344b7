import { dayOf, hourOf, nextDay, startOfDay, startOfHour } from './plain-time.ts'
import type { PlainClick } from './random-clicks.ts'
import type { Span } from './random-filters.ts'

type Clicks = readonly PlainClick[]

const visitors = (clicks: Clicks) => new Set(clicks.map(({ visitor_id }) => visitor_id)).size
const share = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100)
const orNull = (value: string) => (value === '' ? null : value)
const orUnknown = (value: string) => (value === '' ? 'Unknown' : value)

function groups(clicks: Clicks, nameOf: (click: PlainClick) => string): [string, PlainClick[]][] {
  const all = new Map<string, PlainClick[]>()
  for (const click of clicks) {
    const name = nameOf(click)
    all.set(name, [...(all.get(name) ?? []), click])
  }
  return [...all]
}

/** Sorted, since rows with equal clicks have no fixed order. */
export const unordered = (rows: readonly unknown[]): string[] => rows.map((row) => JSON.stringify(row, sorted)).sort()

const sorted = (_name: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

/** The first day of the interval that contains a day. */
function firstDay(day: string, granularity: string): string {
  if (granularity === 'month') return `${day.slice(0, 'yyyy-mm'.length)}-01`
  if (granularity !== 'week') return day
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date.toISOString().slice(0, 'yyyy-mm-dd'.length)
}

export function timeline(clicks: Clicks, { from, to }: Span, granularity: string, timezone: string) {
  const bucketOf = (at: number) =>
    granularity === 'hour'
      ? startOfHour(at, timezone)
      : startOfDay(firstDay(dayOf(at, timezone), granularity), timezone)
  const byBucket = new Map(groups(clicks, ({ at }) => String(bucketOf(at))))
  const first = from ?? Math.min(...clicks.map(({ at }) => at))
  if (!Number.isFinite(first)) return []
  const buckets = new Set<number>()
  if (granularity === 'hour') {
    for (let at = startOfHour(first, timezone); at < to; at += 3_600_000) buckets.add(at)
  } else {
    for (let day = dayOf(first, timezone); day <= dayOf(to - 1, timezone); day = nextDay(day)) {
      buckets.add(startOfDay(firstDay(day, granularity), timezone))
    }
  }
  return [...buckets].map((at) => {
    const here = byBucket.get(String(at)) ?? []
    return { date: new Date(at).toISOString(), clicks: here.length, unique_visitors: visitors(here) }
  })
}

const shares = (clicks: Clicks, nameOf: (click: PlainClick) => string, label = 'name') =>
  unordered(
    groups(clicks, nameOf).map(([name, here]) => ({
      [label]: name,
      clicks: here.length,
      percentage: share(here.length, clicks.length),
    })),
  )

export const devices = (clicks: Clicks) => ({
  browsers: shares(clicks, ({ browser }) => orUnknown(browser)),
  operating_systems: shares(clicks, ({ os }) => orUnknown(os)),
  device_types: shares(clicks, ({ device_type }) => device_type, 'type'),
})

export const deviceCombinations = (clicks: Clicks) =>
  groups(clicks, ({ browser, os, device_type }) => JSON.stringify([browser, os, device_type])).length

const utmFields = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const

export const isTagged = (click: PlainClick) => utmFields.some((field) => click[field] !== '')

export const utm = (clicks: Clicks) =>
  unordered(
    groups(clicks.filter(isTagged), (click) => JSON.stringify(utmFields.map((field) => click[field]))).map(
      ([, here]) => ({
        ...Object.fromEntries(utmFields.map((field) => [field, orNull(here[0]?.[field] ?? '')])),
        clicks: here.length,
        unique_visitors: visitors(here),
      }),
    ),
  )

/** Values of each UTM parameter. */
export const utmValues = (clicks: Clicks) =>
  Object.fromEntries(
    utmFields.map((field) => [
      field,
      unordered(
        groups(
          clicks.filter((click) => click[field] !== ''),
          (click) => click[field],
        ).map(([value, here]) => ({ value, clicks: here.length })),
      ),
    ]),
  )

export const sources = (clicks: Clicks) => shares(clicks, ({ source }) => source, 'source')

export const referrers = (clicks: Clicks) => ({
  trafficSources: unordered(
    groups(clicks, ({ source }) => source).map(([source, here]) => ({
      source,
      clicks: here.length,
      uniqueVisitors: visitors(here),
      percentage: share(here.length, clicks.length),
    })),
  ),
  referrerDomains: unordered(
    groups(
      clicks.filter(({ referrer_domain }) => referrer_domain !== ''),
      ({ referrer_domain }) => referrer_domain,
    ).map(([domain, here]) => ({ domain, clicks: here.length, uniqueVisitors: visitors(here) })),
  ),
  totalClicks: clicks.length,
})

const byColumn = (clicks: Clicks, column: 'language' | 'continent') =>
  unordered(
    groups(clicks, ({ [column]: value }) => value).map(([value, here]) => ({
      [column]: orNull(value),
      clicks: here.length,
      percentage: share(here.length, clicks.length),
    })),
  )
export const languages = (clicks: Clicks) => byColumn(clicks, 'language')
export const continents = (clicks: Clicks) => byColumn(clicks, 'continent')

function placesBy(clicks: Clicks, fields: readonly ('country' | 'country_code' | 'region' | 'city')[]) {
  return unordered(
    groups(clicks, (click) => JSON.stringify(fields.map((field) => click[field]))).map(([, here]) => ({
      ...Object.fromEntries(fields.map((field) => [field, orNull(here[0]?.[field] ?? '')])),
      clicks: here.length,
      unique_visitors: visitors(here),
      percentage: share(here.length, clicks.length),
    })),
  )
}

export const locations = (clicks: Clicks) => ({
  countries: placesBy(clicks, ['country', 'country_code']),
  regions: placesBy(clicks, ['country', 'country_code', 'region']),
  cities: placesBy(clicks, ['country', 'country_code', 'region', 'city']),
  total_clicks: clicks.length,
})

export const links = (clicks: Clicks, idOf: (click: PlainClick) => string) =>
  unordered(
    groups(clicks, idOf).map(([id, here]) => ({ id, click_count: here.length, unique_visitors: visitors(here) })),
  )

export const linkDays = (clicks: Clicks, idOf: (click: PlainClick) => string, timezone: string) =>
  unordered(
    groups(clicks, (click) => `${dayOf(click.at, timezone)} ${idOf(click)}`).map(([dayAndId, here]) => {
      const [date, short_url_id] = dayAndId.split(' ')
      return { date, short_url_id, clicks: here.length, unique_visitors: visitors(here) }
    }),
  )

export const lastClicks = (clicks: Clicks, idOf: (click: PlainClick) => string) =>
  unordered(
    groups(clicks, idOf).map(([id, here]) => ({
      id,
      last_clicked_at: new Date(Math.max(...here.map(({ at }) => at))).toISOString(),
    })),
  )

/** The names with the most clicks, any of which may be reported as top. */
export function tops(clicks: Clicks, nameOf: (click: PlainClick) => string): (string | null)[] {
  const all = groups(
    clicks.filter((click) => nameOf(click) !== ''),
    nameOf,
  )
  const most = Math.max(0, ...all.map(([, here]) => here.length))
  return all.length === 0 ? [null] : all.filter(([, here]) => here.length === most).map(([name]) => name)
}

export const peakHours = (clicks: Clicks, timezone: string): (number | null)[] =>
  tops(clicks, ({ at }) => String(hourOf(at, timezone))).map((hour) => (hour === null ? null : Number(hour)))

export const figures = (clicks: Clicks) => ({
  total_clicks: clicks.length,
  unique_visitors: visitors(clicks),
  scans: clicks.filter(({ is_scan }) => is_scan).length,
})

export const change = (current: number, before: number | null): number | null =>
  before === null || before === 0 ? null : share(current - before, before)

const scanShares = (clicks: Clicks, nameOf: (click: PlainClick) => string, label = 'name') =>
  groups(clicks, nameOf).map(([name, here]) => ({ [label]: name, scans: here.length, uniqueScanners: visitors(here) }))

const withShare = (rows: { scans: number }[], all: number) =>
  unordered(rows.map((row) => ({ ...row, percentage: share(row.scans, all) })))

export const scanDevices = (clicks: Clicks) => ({
  deviceTypes: withShare(
    scanShares(clicks, ({ device_type }) => device_type, 'type'),
    clicks.length,
  ),
  osBreakdown: unordered(scanShares(clicks, ({ os }) => orUnknown(os))),
  browserBreakdown: unordered(scanShares(clicks, ({ browser }) => orUnknown(browser))),
  totalScans: clicks.length,
})

export function scanReferrers(clicks: Clicks) {
  const referred = clicks.filter(({ referrer_domain }) => referrer_domain !== '')
  return {
    trafficSources: withShare(
      scanShares(clicks, ({ source }) => source, 'source'),
      clicks.length,
    ),
    referrerDomains: unordered(scanShares(referred, ({ referrer_domain }) => referrer_domain, 'domain')),
    totalScans: referred.length,
  }
}
