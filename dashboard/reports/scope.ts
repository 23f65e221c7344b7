import { filterNameOf } from '#schemas/click-columns.ts'
import type { Scope } from '../api/analytics.ts'
import { type Buckets, describeBefore, describePeriod } from '../format/periods.ts'
import { type BreakdownName, breakdownNames, breakdownOf } from './breakdowns.ts'
import type { Filters } from './filter-names.ts'
import type { ReportSearch } from './search.ts'

/** The link or campaign of the page, which filters cannot change. */
export interface About {
  link?: string | undefined
  campaign?: string | undefined
}

/** The scopes of the comparison period. Each one is used as is and never merged with another. */
export interface Before {
  timeline: Scope
  totals: Scope
}

interface CompiledReport extends Buckets {
  id: string
  scope: Scope
  before: Before | undefined
}

/**
 * The scope of a report and of its comparison. Each has the filters plus exactly one period, because the API prefers a
 * named period such as `last_24_hours` to dates if a scope has both.
 */
export function compileReport(search: ReportSearch, about: About, now: Date): CompiledReport {
  const { id, filters } = compileScope(search, about)
  const { scope, ...buckets } = describePeriod(search, now, search.by)
  const dates = describeBefore(search, now, search.compare)
  return {
    id,
    scope: { ...filters, ...scope },
    before: dates && { timeline: { ...filters, ...dates.timeline }, totals: { ...filters, ...dates.totals } },
    ...buckets,
  }
}

/** The link ID, or `all`, and the filters, without the period. */
export function compileScope(search: ReportSearch, about: About = {}): { id: string; filters: Scope } {
  return {
    id: about.link ?? search.link ?? 'all',
    filters: {
      campaignId: about.campaign ?? search.campaign,
      tags: search.tag,
      urlType: search.type,
      ...compileClick(search),
      traffic: search.traffic,
      trigger: search.trigger,
    },
  }
}

/** The narrowest location wins, because a city filter includes its region and country. */
const compileClick = (search: Filters): Scope =>
  Object.assign({}, ...breakdownNames.map((name) => compileValue(name, search[name])))

function compileValue(name: BreakdownName, value: string | undefined): Scope {
  const { column, scope } = breakdownOf(name)
  if (value === undefined) return {}
  return scope === undefined ? { [filterNameOf(column)]: value } : scope(value)
}
