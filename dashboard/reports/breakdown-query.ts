import { type Report, type ReportName, reportQuery, type Scope } from '../api/analytics.ts'
import { type BreakdownName, sourceOf } from './breakdowns.ts'
import type { Rows } from './rows.ts'

/** The rows of a breakdown of one link, or of all. */
export function breakdownQuery(name: BreakdownName, id: string, scope: Scope) {
  const { report, rows } = sourceOf(name)
  return { ...reportQuery(report, id, scope), select: rows as (report: Report<ReportName>) => Rows }
}
