import type { TitledColumn } from '#schemas/click-columns.ts'
import type { Scope } from '../api/analytics.ts'
import { countryName, deviceName, languageName } from '../format/names.ts'
import { placeName, readCity, readRegion } from './place-key.ts'

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

/** A column of a click that is listed and filtered by. Its rows are in breakdown-query.ts, which only reports need. */
interface Breakdown {
  column: TitledColumn
  tab?: Tab
  /** A value as users read it. Where values have such labels, users choose among those that clicks have. */
  label?: (value: string) => string
  /** What the filter asks of the API, where that is more than the value of the column. */
  scope?: (value: string) => Scope
}

const noUtm = 'No click of this period has this UTM parameter.'

/**
 * Everything that clicks are listed and filtered by, in the order of filters and of the tabs of each card. A filter is named
 * by its key here: it is what URLs of pages have.
 */
const breakdowns = {
  country: {
    column: 'country_code',
    tab: { card: 'places', key: 'countries', name: 'Countries' },
    label: countryName,
  },
  region: {
    column: 'region',
    tab: { card: 'places', key: 'regions', name: 'Regions' },
    label: placeName,
    scope: readRegion,
  },
  city: {
    column: 'city',
    tab: { card: 'places', key: 'cities', name: 'Cities' },
    label: placeName,
    scope: readCity,
  },
  continent: { column: 'continent', tab: { card: 'places', key: 'continents', name: 'Continents' } },
  device: {
    column: 'device_type',
    tab: { card: 'devices', key: 'devices', name: 'Devices' },
    label: deviceName,
  },
  browser: {
    column: 'browser',
    tab: { card: 'devices', key: 'browsers', name: 'Browsers' },
  },
  os: {
    column: 'os',
    tab: { card: 'devices', key: 'systems', name: 'Systems' },
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
  },
  utm_source: {
    column: 'utm_source',
    tab: { card: 'sources', key: 'utm_source', name: 'UTM source', title: 'UTM sources', empty: noUtm },
  },
  utm_medium: {
    column: 'utm_medium',
    tab: { card: 'sources', key: 'utm_medium', name: 'Medium', title: 'UTM media', empty: noUtm },
  },
  utm_campaign: {
    column: 'utm_campaign',
    tab: { card: 'sources', key: 'utm_campaign', name: 'Campaign', title: 'UTM campaigns', empty: noUtm },
  },
  utm_term: { column: 'utm_term' },
  utm_content: { column: 'utm_content' },
} as const satisfies Record<string, Breakdown>

export type Breakdowns = typeof breakdowns
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
