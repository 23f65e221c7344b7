import { columnOf, type TitledReportColumn } from '#schemas/click-columns.ts'
import { type Report, type ReportName, reportQuery, type Scope } from '../api/analytics.ts'
import { type BreakdownName, type Breakdowns, breakdownOf } from './breakdowns.ts'
import {
  browserRows,
  cityRows,
  columnRows,
  countryRows,
  deviceRows,
  type Rows,
  referrerRows,
  regionRows,
  systemRows,
  utmRows,
} from './rows.ts'

/** A report and the function that turns it into rows. */
type Source = { [Name in ReportName]: { report: Name; rows: (report: Report<Name>) => Rows } }[ReportName]

/** Breakdowns whose column has no separate report. */
type Unreported = {
  [Name in BreakdownName]: Breakdowns[Name]['column'] extends TitledReportColumn ? never : Name
}[BreakdownName]

/** Row sources for breakdowns that do not use the report of their column. */
const sources: Record<Unreported, Source> & { [Name in BreakdownName]?: Source } = {
  country: { report: 'location', rows: countryRows },
  region: { report: 'location', rows: regionRows },
  city: { report: 'location', rows: cityRows },
  device: { report: 'device', rows: deviceRows },
  browser: { report: 'device', rows: browserRows },
  os: { report: 'device', rows: systemRows },
  referrer: { report: 'referrers', rows: referrerRows },
  utm_source: { report: 'utm', rows: utmRows('utm_source') },
  utm_medium: { report: 'utm', rows: utmRows('utm_medium') },
  utm_campaign: { report: 'utm', rows: utmRows('utm_campaign') },
  utm_term: { report: 'utm', rows: utmRows('utm_term') },
  utm_content: { report: 'utm', rows: utmRows('utm_content') },
}

function sourceOf(name: BreakdownName): Source {
  const { column, label } = breakdownOf(name)
  const report = columnOf(column).report?.name
  return sources[name] ?? ({ report, rows: columnRows(column as TitledReportColumn, label) } as Source)
}

export function breakdownQuery(name: BreakdownName, id: string, scope: Scope) {
  const { report, rows } = sourceOf(name)
  return { ...reportQuery(report, id, scope), select: rows as (report: Report<ReportName>) => Rows }
}
