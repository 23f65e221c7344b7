import { isDay } from '../format/days.ts'
import { type ComparisonName, comparisonNames, type PeriodName, readPeriodName } from '../format/periods.ts'
import { readId, readKey, readText } from '../format/read-search.ts'

/** What can be filtered by, as the addresses of the pages name it. */
export const filterNames = [
  'link',
  'campaign',
  'tag',
  'type',
  'country',
  'region',
  'city',
  'device',
  'browser',
  'os',
  'referrer',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
] as const
export type FilterName = (typeof filterNames)[number]
export type Filters = { [Name in FilterName]?: string | undefined }

/** Choices of few; the first of each is the standard, which is in no address. */
export const choices = {
  metric: ['clicks', 'visitors'],
  traffic: ['default', 'human', 'bot', 'all'],
  trigger: ['all', 'link', 'qr'],
  top: ['links', 'campaigns'],
  sources: ['referrers', 'utm_source', 'utm_medium', 'utm_campaign'],
  places: ['map', 'countries', 'regions', 'cities'],
  devices: ['devices', 'browsers', 'systems'],
} as const
export type ChoiceName = keyof typeof choices
export type Chosen<Name extends ChoiceName> = (typeof choices)[Name][number]

/** All that a report shows, in its address. */
export interface ReportSearch extends Filters {
  period?: PeriodName | undefined
  from?: string | undefined
  to?: string | undefined
  compare?: Exclude<ComparisonName, 'previous'> | undefined
  metric?: Chosen<'metric'> | undefined
  traffic?: Chosen<'traffic'> | undefined
  trigger?: Chosen<'trigger'> | undefined
  top?: Chosen<'top'> | undefined
  sources?: Chosen<'sources'> | undefined
  places?: Chosen<'places'> | undefined
  devices?: Chosen<'devices'> | undefined
}

/** What an address says, without what makes no sense. */
export function readReportSearch(search: Record<string, unknown>): ReportSearch {
  const { compare } = search
  const hasDays = isDay(search['from']) && isDay(search['to']) && search['from'] <= search['to']
  return dropUnset({
    ...Object.fromEntries(filterNames.map((name) => [name, readFilter(name, search[name])])),
    ...Object.fromEntries(choiceNames.map((name) => [name, choose(name, search[name])])),
    period: readPeriodName(search['period']),
    ...(hasDays && { from: search['from'], to: search['to'] }),
    compare: compare === 'previous' ? undefined : readKey(comparisonNames, compare),
  })
}

const choiceNames = Object.keys(choices) as ChoiceName[]

/** undefined: the standard. */
function choose(name: ChoiceName, value: unknown): string | undefined {
  const [standard, ...others] = choices[name]
  return value === standard ? undefined : others.find((other) => other === value)
}

const deviceTypes = ['desktop', 'mobile', 'tablet', 'other'] as const
export const urlTypeNames = { standard: 'Standard', subdomain: 'On a subdomain', branded: 'On a domain of your own' }

/** The API refuses longer values of filters. */
const longestValue = 1_024

function readFilter(name: FilterName, value: unknown): string | undefined {
  switch (name) {
    case 'link':
      return readId(value)
    case 'device':
      return deviceTypes.find((type) => type === value)
    case 'type':
      return readKey(urlTypeNames, value)
    default:
      return readText(value, longestValue)
  }
}

const dropUnset = (search: Record<string, unknown>): ReportSearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
