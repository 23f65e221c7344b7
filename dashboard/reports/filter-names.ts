import { columnOf } from '#schemas/click-columns.ts'
import { type BreakdownName, breakdownNames, breakdownOf } from './breakdowns.ts'

/** Filters by what is known of the link, whatever its clicks are like. */
const linkFilters = { link: 'Link', campaign: 'Campaign', tag: 'Tag', type: 'Kind of link' } as const

/** What can be filtered by, as the URLs of the pages name it. */
export type FilterName = keyof typeof linkFilters | BreakdownName
export type Filters = { [Name in FilterName]?: string | undefined }
export const filterNames = [...Object.keys(linkFilters), ...breakdownNames] as FilterName[]

export const isBreakdown = (name: FilterName): name is BreakdownName => !(name in linkFilters)

export const filterTitles = {
  ...linkFilters,
  ...Object.fromEntries(breakdownNames.map((name) => [name, columnOf(breakdownOf(name).column).title])),
} as Record<FilterName, string>

export const urlTypeNames = { standard: 'Standard', subdomain: 'On a subdomain', branded: 'On a domain of your own' }

/** A value as users read it; names of links and campaigns are known to the API alone. */
export function labelOf(name: FilterName, value: string): string {
  if (isBreakdown(name)) return breakdownOf(name).label?.(value) ?? value
  return name === 'type' && Object.hasOwn(urlTypeNames, value)
    ? urlTypeNames[value as keyof typeof urlTypeNames]
    : value
}

/** Users choose among the values that clicks have, and cannot type others: the API takes a code or an id of these. */
export const isClosed = (name: FilterName): boolean =>
  isBreakdown(name) ? breakdownOf(name).label !== undefined : name !== 'tag'
