import type { TitledColumn } from '#schemas/click-columns.ts'
import type { Scope } from '../api/analytics.ts'
import { capitalized, countryName, languageName } from '../format/names.ts'
import { placeName, readCity, readRegion } from './place-key.ts'

export type CardName = 'sources' | 'places' | 'devices'

interface Tab {
  card: CardName
  /** The tab in the page URL. */
  key: string
  name: string
  /** The title of the list and its file, if it differs from the tab name. */
  title?: string
  empty?: string
}

/** A click column that can be listed and filtered by. breakdown-query.ts has its rows, which only reports need. */
interface Breakdown {
  column: TitledColumn
  tab?: Tab
  /** The display name of a value. With it, users pick a recorded value instead of typing one. */
  label?: (value: string) => string
  /** The API filters for a value, if it needs more than the column itself. */
  scope?: (value: string) => Scope
}

/** Rules that were created together have IDs that begin alike. */
const idShown = 6

const noUtm = 'No clicks with this UTM parameter in this period.'

/**
 * All breakdowns and filters of clicks, in the order of the filter menu and of the tabs in each card. The keys are the
 * filter names in page URLs.
 */
const breakdowns = {
  country: { column: 'country_code', tab: { card: 'places', key: 'countries', name: 'Countries' }, label: countryName },
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
  device: { column: 'device_type', tab: { card: 'devices', key: 'devices', name: 'Devices' }, label: capitalized },
  browser: { column: 'browser', tab: { card: 'devices', key: 'browsers', name: 'Browsers' } },
  os: { column: 'os', tab: { card: 'devices', key: 'systems', name: 'OS', title: 'Operating systems' } },
  language: { column: 'language', tab: { card: 'devices', key: 'languages', name: 'Languages' }, label: languageName },
  referrer: {
    column: 'referrer_domain',
    tab: {
      card: 'sources',
      key: 'referrers',
      name: 'Referrers',
      empty: 'No clicks with a referrer in this period.',
    },
  },
  utm_source: {
    column: 'utm_source',
    tab: { card: 'sources', key: 'utm_source', name: 'UTM source', title: 'UTM sources', empty: noUtm },
  },
  utm_medium: {
    column: 'utm_medium',
    tab: { card: 'sources', key: 'utm_medium', name: 'UTM medium', title: 'UTM mediums', empty: noUtm },
  },
  utm_campaign: {
    column: 'utm_campaign',
    tab: { card: 'sources', key: 'utm_campaign', name: 'UTM campaign', title: 'UTM campaigns', empty: noUtm },
  },
  utm_term: { column: 'utm_term' },
  utm_content: { column: 'utm_content' },
  rule: {
    column: 'rule_id',
    tab: {
      card: 'sources',
      key: 'rules',
      name: 'Rules',
      title: 'Targeting rules',
    },
    label: (id) => `Rule …${id.slice(-idShown)}`,
  },
} as const satisfies Record<string, Breakdown>

export type Breakdowns = typeof breakdowns
export type BreakdownName = keyof Breakdowns
export const breakdownNames = Object.keys(breakdowns) as BreakdownName[]
export const breakdownOf = (name: BreakdownName): Breakdown => breakdowns[name]

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
