import { columnOf, type TitledColumn, type TitledReportColumn } from '#schemas/click-columns.ts'
import type { Report, ReportName, Scope } from '../api/analytics.ts'
import { countryName, deviceName, languageName } from '../format/names.ts'
import { placeName, readCity, readRegion } from './place-key.ts'
import {
  browserRows,
  cityRows,
  columnRows,
  countryRows,
  deviceRows,
  type Rows,
  referrerRows,
  regionRows,
  systemRows,
  utmRows,
} from './rows.ts'

export type CardName = 'sources' | 'places' | 'devices'

interface Tab {
  card: CardName
  /** In URLs of pages. */
  key: string
  name: string
  /** Of the list and its file, where the name of the tab is too short for that. */
  title?: string
  empty?: string
}

/** A report and how it becomes rows. */
type Source = { [Name in ReportName]: { report: Name; rows: (report: Report<Name>) => Rows } }[ReportName]

/** A column of a click that is listed and filtered by. Without a source of its own it is counted by the column's report. */
type Breakdown = {
  tab?: Tab
  /** A value as users read it. Where values have such labels, users choose among those that clicks have. */
  label?: (value: string) => string
  /** What the filter asks of the API, where that is more than the value of the column. */
  scope?: (value: string) => Scope
} & (({ column: TitledColumn } & Source) | { column: TitledReportColumn; report?: never; rows?: never })

const noUtm = 'No click of this period has this UTM parameter.'

/**
 * Everything that clicks are listed and filtered by, in the order of filters and of the tabs of each card. A filter is named
 * by its key here: it is what URLs of pages have.
 */
const breakdowns = {
  country: {
    column: 'country_code',
    tab: { card: 'places', key: 'countries', name: 'Countries' },
    report: 'location',
    rows: countryRows,
    label: countryName,
  },
  region: {
    column: 'region',
    tab: { card: 'places', key: 'regions', name: 'Regions' },
    report: 'location',
    rows: regionRows,
    label: placeName,
    scope: readRegion,
  },
  city: {
    column: 'city',
    tab: { card: 'places', key: 'cities', name: 'Cities' },
    report: 'location',
    rows: cityRows,
    label: placeName,
    scope: readCity,
  },
  continent: { column: 'continent', tab: { card: 'places', key: 'continents', name: 'Continents' } },
  device: {
    column: 'device_type',
    tab: { card: 'devices', key: 'devices', name: 'Devices' },
    report: 'device',
    rows: deviceRows,
    label: deviceName,
  },
  browser: {
    column: 'browser',
    tab: { card: 'devices', key: 'browsers', name: 'Browsers' },
    report: 'device',
    rows: browserRows,
  },
  os: {
    column: 'os',
    tab: { card: 'devices', key: 'systems', name: 'Systems' },
    report: 'device',
    rows: systemRows,
  },
  language: { column: 'language', tab: { card: 'devices', key: 'languages', name: 'Languages' }, label: languageName },
  referrer: {
    column: 'referrer_domain',
    tab: {
      card: 'sources',
      key: 'referrers',
      name: 'Referrers',
      empty: 'No click of this period says where it came from.',
    },
    report: 'referrers',
    rows: referrerRows,
  },
  utm_source: {
    column: 'utm_source',
    tab: { card: 'sources', key: 'utm_source', name: 'UTM source', title: 'UTM sources', empty: noUtm },
    report: 'utm',
    rows: utmRows('utm_source'),
  },
  utm_medium: {
    column: 'utm_medium',
    tab: { card: 'sources', key: 'utm_medium', name: 'Medium', title: 'UTM media', empty: noUtm },
    report: 'utm',
    rows: utmRows('utm_medium'),
  },
  utm_campaign: {
    column: 'utm_campaign',
    tab: { card: 'sources', key: 'utm_campaign', name: 'Campaign', title: 'UTM campaigns', empty: noUtm },
    report: 'utm',
    rows: utmRows('utm_campaign'),
  },
  utm_term: { column: 'utm_term', report: 'utm', rows: utmRows('utm_term') },
  utm_content: { column: 'utm_content', report: 'utm', rows: utmRows('utm_content') },
} as const satisfies Record<string, Breakdown>

type Breakdowns = typeof breakdowns
export type BreakdownName = keyof Breakdowns
export const breakdownNames = Object.keys(breakdowns) as BreakdownName[]
export const breakdownOf = (name: BreakdownName): Breakdown => breakdowns[name]

/** The keys of a card's tabs. */
export type TabKey<Card extends CardName> = {
  [Name in BreakdownName]: Breakdowns[Name] extends { tab: { card: Card; key: infer Key } } ? Key : never
}[BreakdownName]

export interface BreakdownTab<Card extends CardName = CardName> extends Tab {
  key: TabKey<Card>
  breakdown: BreakdownName
}

export const tabsOf = <Card extends CardName>(card: Card): BreakdownTab<Card>[] =>
  breakdownNames.flatMap((breakdown) => {
    const { tab } = breakdownOf(breakdown)
    return tab?.card === card ? [{ ...tab, key: tab.key as TabKey<Card>, breakdown }] : []
  })

/** Where the rows of a breakdown come from, whichever report that is. */
export interface RowSource {
  report: ReportName
  rows: (report: never) => Rows
}

const sources = Object.fromEntries(breakdownNames.map((name) => [name, findSource(breakdownOf(name))])) as Record<
  BreakdownName,
  RowSource
>
export const sourceOf = (name: BreakdownName): RowSource => sources[name]

function findSource({ report, rows, column, label }: Breakdown): RowSource {
  if (report !== undefined) return { report, rows }
  return { report: columnOf(column).report?.name, rows: columnRows(column, label) } as RowSource
}
