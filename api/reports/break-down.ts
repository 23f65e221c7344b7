import { type BreakdownRow, breakdown, breakdownRow } from '#model/clicks/queries/breakdown.ts'
import { type BreakdownShape, columnsOfShape, type Levels } from '#model/clicks/queries/breakdown-shape.ts'
import type { ClickColumnName, ReportedValue } from '#schemas/click-columns.ts'
import { percentage } from './percentage.ts'
import type { ReportRequest } from './report.ts'

export interface Counts {
  clicks: number
  unique_visitors: number
}

/** Clicks with the same values; null for an unknown value. The percentage is of all clicks. */
type Group<Column extends ClickColumnName> = { [Name in Column]: ReportedValue<Name> } & Counts & { percentage: number }

interface Total extends Counts {
  /** Distinct combinations of all columns, including those that no level lists. */
  combinations: number
}

type Lists<By extends Levels, Carried extends ClickColumnName> = {
  [Name in keyof By]: Group<By[Name][number] | Carried>[]
}

/** Counts clicks by each level of the shape, groups with the most clicks first. */
export async function breakDown<By extends Levels, Carried extends ClickColumnName = never>(
  { ask, where }: Pick<ReportRequest, 'ask' | 'where'>,
  shape: BreakdownShape<By> & { carry?: Carried },
): Promise<{ total: Total; lists: Lists<By, Carried> }> {
  const rows = await ask(breakdown(where, shape), breakdownRow)
  const { clicks = 0, unique_visitors = 0, combinations = 0 } = rows.find(isAt(shape, [])) ?? {}
  const lists = Object.entries(shape.by).map(([name, level]) => [
    name,
    groupsOf(rows.filter(isAt(shape, level)), clicks),
  ])
  return {
    total: { clicks, unique_visitors, combinations },
    lists: Object.fromEntries(lists) as Lists<By, Carried>,
  }
}

/** A row has a bit for each column that its level does not group by, the first column the highest. */
function isAt(shape: BreakdownShape, level: readonly ClickColumnName[]): (row: BreakdownRow) => boolean {
  const bits = columnsOfShape(shape).map((name) => (level.includes(name) ? 0 : 1))
  const wanted = bits.reduce((mask: number, bit) => mask * 2 + bit, 0)
  return (row) => row.level === wanted
}

const groupsOf = (rows: readonly BreakdownRow[], total: number) =>
  rows.map(({ level: _, combinations: __, ...group }) => ({ ...group, percentage: percentage(group.clicks, total) }))
