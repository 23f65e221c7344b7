import type { ReportColumn } from '#schemas/click-columns.ts'
import { mostCampaigns, mostDevices, mostPlaces, mostReferrers, mostValues } from '#schemas/report-limits.ts'
import type { UtmField } from '#schemas/utm-fields.ts'
import type { Report, Timeline, TopLinks } from '../api/analytics.ts'
import { daysOfBucket } from '../format/buckets.ts'
import { localInstant } from '../format/local-moment.ts'
import { capitalized, countryName } from '../format/names.ts'
import type { Buckets } from '../format/periods.ts'
import type { Bar } from '../parts/bar-list.tsx'
import { cityKey, regionKey } from './place-key.ts'

/** A line of an exported file. */
export type Line = Record<string, string | number | null>

/** A breakdown as bars and as lines of a file. */
export interface Rows {
  bars: Bar[]
  /** The total that shares are calculated from; undefined if it is unknown, because the API did not return all rows. */
  total: number | undefined
  lines: Line[]
  /** The API returned its maximum, so there may be more rows with fewer clicks. */
  isTop?: boolean
  /** Shown above the bars. */
  note?: string
}

const unknown = 'Unknown'
type ColumnReport = ({ [Column in ReportColumn]?: string | null } & { clicks: number; percentage: number })[]

const sum = (counted: { clicks: number }[]) => counted.reduce((all, { clicks }) => all + clicks, 0)

/** For rows without a separate total. */
const totalOf = (counted: { clicks: number }[], most: number) => ({
  total: counted.length < most ? sum(counted) : undefined,
  isTop: counted.length >= most,
})

/** Rows of a column with its own report. */
export const columnRows =
  (column: ReportColumn, label: (value: string) => string = String) =>
  (counted: ColumnReport): Rows => ({
    bars: counted.map(({ [column]: value = null, clicks }) => ({
      key: value ?? '',
      label: value === null ? unknown : label(value),
      value: clicks,
      isInert: value === null,
    })),
    lines: counted,
    ...totalOf(counted, mostValues),
  })

export const countryRows = ({ countries, total_clicks }: Report<'location'>): Rows => ({
  bars: countries.map(({ country_code, clicks }) => ({
    key: country_code ?? '',
    label: countryName(country_code),
    value: clicks,
    isInert: country_code === null,
  })),
  total: total_clicks,
  lines: countries,
})

export const regionRows = ({ regions, total_clicks }: Report<'location'>): Rows => ({
  bars: regions.map(({ country_code, region, clicks }) => ({
    key: regionKey(country_code ?? '', region ?? ''),
    label: region ?? `${unknown} region`,
    hint: countryName(country_code),
    value: clicks,
    isInert: country_code === null || region === null,
  })),
  total: total_clicks,
  lines: regions,
  isTop: regions.length >= mostPlaces,
})

export const cityRows = ({ cities, total_clicks }: Report<'location'>): Rows => ({
  bars: cities.map(({ country_code, region, city, clicks }) => ({
    key: cityKey(country_code ?? '', region, city ?? ''),
    label: city ?? `${unknown} city`,
    hint: countryName(country_code),
    value: clicks,
    isInert: country_code === null || city === null,
  })),
  total: total_clicks,
  lines: cities,
  isTop: cities.length >= mostPlaces,
})

export const deviceRows = ({ data: { device_types } }: Report<'device'>): Rows => ({
  bars: device_types.map(({ type, clicks }) => ({ key: type, label: capitalized(type), value: clicks })),
  lines: device_types,
  ...totalOf(device_types, mostDevices),
})

const namedRows = (named: { name: string; clicks: number; percentage: number }[]): Rows => ({
  bars: named.map(({ name, clicks }) => ({ key: name, label: name, value: clicks })),
  lines: named,
  ...totalOf(named, mostDevices),
})

export const browserRows = ({ data }: Report<'device'>): Rows => namedRows(data.browsers)
export const systemRows = ({ data }: Report<'device'>): Rows => namedRows(data.operating_systems)

/** Clicks without a referrer have no row, but are included in the total. */
export const referrerRows = ({ referrerDomains, totalClicks }: Report<'referrers'>): Rows => ({
  bars: referrerDomains.map(({ domain, clicks }) => ({ key: domain, label: domain, value: clicks })),
  total: totalClicks,
  lines: referrerDomains.map(({ domain, clicks, uniqueVisitors }) => ({
    domain,
    clicks,
    unique_visitors: uniqueVisitors,
  })),
  isTop: referrerDomains.length >= mostReferrers,
})

/** Clicks without the parameter have no row, but are included in the total. */
export const utmRows =
  (name: UtmField) =>
  ({ parameters, total_clicks }: Report<'utm'>): Rows => {
    const counted = parameters[name]
    return {
      bars: counted.map(({ value, clicks }) => ({ key: value, label: value, value: clicks })),
      total: total_clicks,
      lines: counted.map(({ value, clicks }) => ({ [name]: value, clicks })),
      isTop: counted.length >= mostValues,
      ...(differInCase(counted.map(({ value }) => value)) && { note: bothCases }),
    }
  }

const bothCases = 'Some values differ only in case. Choosing one of them shows the clicks of all its spellings.'
const differInCase = (values: string[]) => new Set(values.map((value) => value.toLowerCase())).size < values.length

export const campaignRows = ({ campaigns, total_clicks }: Report<'campaigns'>): Rows => ({
  bars: campaigns.map(({ id, name, clicks }) => ({ key: id, label: name, value: clicks })),
  total: total_clicks,
  lines: campaigns,
  isTop: campaigns.length >= mostCampaigns,
})

/** Skips links without clicks. */
export function linkRows({ urls }: Pick<TopLinks, 'urls'>): Rows {
  const clicked = urls.filter(({ click_count }) => click_count > 0)
  return {
    bars: clicked.map(({ id, short_url, short_code, name, click_count }) => ({
      key: id,
      label: short_code,
      hint: [name === short_code ? '' : name, new URL(short_url).host].filter(Boolean).join(' · '),
      value: click_count,
    })),
    total: clicked.reduce((all, { click_count }) => all + click_count, 0),
    lines: clicked.map(({ short_url, name, original_url, click_count, unique_visitors }) => ({
      short_url,
      name,
      original_url,
      clicks: click_count,
      unique_visitors,
    })),
  }
}

/** Lines of the chart, with the dates that it shows. */
export const timelineLines = (timeline: Timeline, buckets: Buckets): Line[] =>
  timeline.map(({ date, ...numbers }) => ({ date: writeBucket(new Date(date), buckets), ...numbers }))

/** 2026-06-15T10:00+02:00 for an hour, 2026-06-15 for a day or the first day of a week, 2026-06 for a month. */
function writeBucket(at: Date, buckets: Buckets): string {
  if (buckets.granularity === 'hour') return localInstant(at.toISOString())
  const [first] = daysOfBucket(at, buckets)
  return buckets.granularity === 'month' ? first.slice(0, 'yyyy-mm'.length) : first
}
