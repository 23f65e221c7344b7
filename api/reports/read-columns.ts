import { columnShape } from '#model/clicks/queries/shapes.ts'
import { filterQuery } from '#schemas/analytics.ts'
import { columnReplies } from '#schemas/breakdowns.ts'
import { type ReportColumn, type ReportName, reportColumns } from '#schemas/click-columns.ts'
import { breakDown } from './break-down.ts'
import { type ReportRequest, reportOfLink } from './report.ts'

const names = Object.keys(reportColumns) as ReportName[]

/** A report for each column that has one in the catalog. */
export const readColumns = names.flatMap((name) => {
  const { column, summary } = reportColumns[name]
  return reportOfLink(name, {
    summary,
    query: filterQuery,
    reply: columnReplies[name],
    standard: 'all_time',
    answer: (asked) => countColumn(asked, column),
  })
})

/** All column reports by name. */
export async function countColumns(clicks: Pick<ReportRequest, 'ask' | 'where'>) {
  const counted = names.map(async (name) => [name, await countColumn(clicks, reportColumns[name].column)])
  return Object.fromEntries(await Promise.all(counted)) as Record<ReportName, Awaited<ReturnType<typeof countColumn>>>
}

async function countColumn(clicks: Pick<ReportRequest, 'ask' | 'where'>, column: ReportColumn) {
  const { lists } = await breakDown(clicks, columnShape(column))
  return lists.values.map(({ [column]: value, clicks: count, percentage }) => ({
    [column]: value,
    clicks: count,
    percentage,
  }))
}
