import { columnOf } from '#schemas/click-columns.ts'
import { type BreakdownName, breakdownNames, breakdownOf } from './breakdowns.ts'

/** Filters by properties of the link instead of the click. */
const linkFilters = { link: 'Link', campaign: 'Campaign', tag: 'Tag', type: 'Link type' } as const

/** Filter names as used in page URLs. */
export type FilterName = keyof typeof linkFilters | BreakdownName
export type Filters = { [Name in FilterName]?: string | undefined }
export const filterNames = [...Object.keys(linkFilters), ...breakdownNames] as FilterName[]

export const isBreakdown = (name: FilterName): name is BreakdownName => !(name in linkFilters)

export const filterTitles = {
  ...linkFilters,
  ...Object.fromEntries(breakdownNames.map((name) => [name, columnOf(breakdownOf(name).column).title])),
} as Record<FilterName, string>

export const urlTypeNames = { standard: 'Standard', subdomain: 'Subdomain', branded: 'Branded domain' }

/** The display name of a value. Names of links and campaigns have to be loaded from the API. */
export function labelOf(name: FilterName, value: string): string {
  if (isBreakdown(name)) return breakdownOf(name).label?.(value) ?? value
  return name === 'type' && Object.hasOwn(urlTypeNames, value)
    ? urlTypeNames[value as keyof typeof urlTypeNames]
    : value
}

/** Users must pick a recorded value, because the API expects its code or ID. */
export const isClosed = (name: FilterName): boolean =>
  isBreakdown(name) ? breakdownOf(name).label !== undefined : name !== 'tag'
