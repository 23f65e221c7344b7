import { useQuery } from '@tanstack/react-query'
import { type Report, reportQuery, type Scope } from '../api/analytics.ts'
import type { FilterName } from './filter-names.ts'
import type { About } from './scope.ts'
import type { ReportSearch } from './search.ts'

/** State shared by the parts of a report. */
export interface View {
  /** A link ID, or `all`. */
  id: string
  scope: Scope
  about: About
  search: ReportSearch
  /** Updates the URL; undefined removes a parameter. */
  change: (change: ReportSearch) => void
}

/** Sets a filter, or removes it if it already has this value. */
export function toggleFilter(
  { search, change }: Pick<View, 'search' | 'change'>,
  name: FilterName,
  value: string,
): void {
  const isSet = search[name]?.toLowerCase() === value.toLowerCase()
  change({ [name]: isSet ? undefined : value })
}

const totalOf = ({ total_clicks }: Report<'overview'>) => total_clicks

/** Total clicks of the report, of which a page of links is only a part; undefined while loading. */
export const useTotal = ({ id, scope }: View): number | undefined =>
  useQuery({ ...reportQuery('overview', id, scope), select: totalOf }).data
