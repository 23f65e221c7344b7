import type { Granularity } from '#schemas/analytics.ts'
import { columnOf } from '#schemas/click-columns.ts'
import { isDay } from '../format/days.ts'
import { type ComparisonName, type PeriodName, readPeriodName } from '../format/period-names.ts'
import { readId, readKey, readText } from '../format/read-search.ts'
import { breakdownOf, type CardName, type TabKey, tabsOf } from './breakdowns.ts'
import { type FilterName, type Filters, filterNames, isBreakdown, urlTypeNames } from './filter-names.ts'

/** Allowed values. The first one is the default, which is left out of the URL. */
export const choices = {
  metric: ['clicks', 'visitors'],
  traffic: ['default', 'human', 'bot', 'all'],
  trigger: ['all', 'link', 'qr'],
  top: ['links', 'campaigns'],
  sources: keysOf('sources'),
  places: ['map', ...keysOf('places')],
  devices: keysOf('devices'),
} as const
export type ChoiceName = keyof typeof choices
export type Chosen<Name extends ChoiceName> = (typeof choices)[Name][number]
type Choices = { [Name in ChoiceName]?: Chosen<Name> | undefined }

function keysOf<Card extends CardName>(card: Card): TabKey<Card>[] {
  return tabsOf(card).map(({ key }) => key)
}

export const granularityNames = { hour: 'Hour', day: 'Day', week: 'Week', month: 'Month' } as const

/** The complete state of a report, as stored in the URL. */
export interface ReportSearch extends Filters, Choices {
  period?: PeriodName | undefined
  from?: string | undefined
  to?: string | undefined
  compare?: Exclude<ComparisonName, 'previous'> | undefined
  /** The chosen granularity, if it is not that of the period. */
  by?: Granularity | undefined
}

/** Reads the search parameters of a URL and drops invalid values. */
export function readReportSearch(search: Record<string, unknown>): ReportSearch {
  const { compare, from, to } = search
  return dropUnset({
    ...Object.fromEntries(filterNames.map((name) => [name, readFilter(name, search[name])])),
    ...Object.fromEntries(choiceNames.map((name) => [name, choose(name, search[name])])),
    period: readPeriodName(search['period']),
    ...(isDay(from) && isDay(to) && from <= to && { from, to }),
    compare: compare === 'year' || compare === 'none' ? compare : undefined,
    by: readKey(granularityNames, search['by']),
  })
}

const choiceNames = Object.keys(choices) as ChoiceName[]

/** Returns undefined for the default. */
function choose(name: ChoiceName, value: unknown): string | undefined {
  const [standard, ...others] = choices[name]
  return value === standard ? undefined : others.find((other) => other === value)
}

/** Maximum length of a filter value in the API. */
const longestValue = 1_024

function readFilter(name: FilterName, value: unknown): string | undefined {
  if (name === 'link') return readId(value)
  if (name === 'type') return readKey(urlTypeNames, value)
  const { values } = isBreakdown(name) ? columnOf(breakdownOf(name).column) : {}
  return values === undefined ? readText(value, longestValue) : values.find((known) => known === value)
}

export const dropUnset = <Search extends object>(search: Search): Search =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as Search
