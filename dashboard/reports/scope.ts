import { filterNameOf } from '#schemas/click-columns.ts'
import type { Scope } from '../api/analytics.ts'
import { describeBefore, describePeriod } from '../format/periods.ts'
import { type BreakdownName, breakdownNames, breakdownOf } from './breakdowns.ts'
import type { Filters } from './filter-names.ts'
import type { ReportSearch } from './search.ts'

/** What a page is about by itself, whatever its filters say. */
export interface About {
  link?: string | undefined
  campaign?: string | undefined
}

/** What a report is compared with, each a scope of its own: it is asked for as it is, never merged into another. */
export interface Before {
  timeline: Scope
  totals: Scope
}

interface CompiledReport {
  id: string
  /** Filters and period. */
  scope: Scope
  before: Before | undefined
  granularity: 'hour' | 'day'
  /** The last bucket is not over yet. */
  isOpen: boolean
}

/**
 * The clicks of a report, and those it is compared with. Both are the filters plus one period: where a scope has both, the
 * API prefers a named period such as `last_24_hours` to dates.
 */
export function compileReport(search: ReportSearch, about: About, now: Date): CompiledReport {
  const { id, filters } = compileScope(search, about)
  const { scope, granularity, isOpen } = describePeriod(search, now)
  const dates = describeBefore(search, now, search.compare)
  return {
    id,
    scope: { ...filters, ...scope },
    before: dates && { timeline: { ...filters, ...dates.timeline }, totals: { ...filters, ...dates.totals } },
    granularity,
    isOpen,
  }
}

/** Which clicks: those of a link, or `all`, as far as the filters leave them. Without the period. */
export function compileScope(search: ReportSearch, about: About = {}): { id: string; filters: Scope } {
  return {
    id: about.link ?? search.link ?? 'all',
    filters: {
      campaignId: about.campaign ?? search.campaign,
      ...compileLink(search),
      ...compileClick(search),
      traffic: search.traffic,
      trigger: search.trigger,
    },
  }
}

const compileLink = ({ tag, type }: Filters): Scope => ({ tags: tag, urlType: type })

/** The narrowest place wins: a city says its region and country too. */
const compileClick = (search: Filters): Scope =>
  Object.assign({}, ...breakdownNames.map((name) => compileValue(name, search[name])))

function compileValue(name: BreakdownName, value: string | undefined): Scope {
  const { column, scope } = breakdownOf(name)
  if (value === undefined) return {}
  return scope === undefined ? { [filterNameOf(column)]: value } : scope(value)
}
