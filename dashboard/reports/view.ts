import { useQuery } from '@tanstack/react-query'
import { type Report, reportQuery, type Scope } from '../api/analytics.ts'
import type { FilterName } from './filter-names.ts'
import type { About } from './scope.ts'
import type { ReportSearch } from './search.ts'

/** What the parts of a report have in common. */
export interface View {
  /** A link's, or `all`. */
  id: string
  /** Period and filters. */
  scope: Scope
  about: About
  search: ReportSearch
  /** Writes into the URL; undefined takes out of it. */
  change: (change: ReportSearch) => void
}

/** Filters by a value; by the one that it is filtered by already, no longer. */
export function toggleFilter({ search, change }: View, name: FilterName, value: string): void {
  const isSet = search[name]?.toLowerCase() === value.toLowerCase()
  change({ [name]: isSet ? undefined : value })
}

const totalOf = ({ total_clicks }: Report<'overview'>) => total_clicks

/** All clicks of the report, where a page of its links is a part of them; undefined while that is loading. */
export const useTotal = ({ id, scope }: View): number | undefined =>
  useQuery({ ...reportQuery('overview', id, scope), select: totalOf }).data
