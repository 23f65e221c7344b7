import { filterNameOf } from '#schemas/click-columns.ts'
import type { Scope } from '../api/analytics.ts'
import type { Back } from '../format/calendar.ts'
import { isDay } from '../format/days.ts'
import { type Buckets, describeBefore, describePeriod } from '../format/periods.ts'
import type { Dates } from '../format/whole-days.ts'
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
  /** The days of the timeline, or its 24 hours. */
  dates: Dates
  back: Back
  /** The same for the same comparison at another time of day. */
  name: string
}

interface CompiledReport extends Buckets {
  id: string
  scope: Scope
  before: Before | undefined
}

/**
 * The scope of a report and of its comparison. Each has the filters plus exactly one period, because the API prefers a
 * named period such as `last_24_hours` to dates if a scope has both. Totals are compared up to `end`, which may be newer than
 * `now`.
 */
export function compileReport(search: ReportSearch, about: About, now: Date, end: Date = now): CompiledReport {
  const { id, filters } = compileScope(search, about)
  const { scope, ...buckets } = describePeriod(search, now, search.by)
  const compared = describeBefore(search, now, search.compare)
  const totals = describeBefore(search, end, search.compare)?.totals
  return {
    id,
    scope: { ...filters, ...scope },
    before: compared && {
      timeline: { ...filters, ...compared.timeline },
      totals: { ...filters, ...(totals ?? compared.totals) },
      dates: compared.timeline,
      back: compared.back,
      name: JSON.stringify([id, filters, isDay(compared.timeline.startDate) ? compared.timeline : compared.back]),
    },
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
