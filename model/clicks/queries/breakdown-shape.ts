import type { ClickColumnName } from '#schemas/click-columns.ts'

/** Columns to group by, for each list of a report. */
export type Levels = Readonly<Record<string, readonly ClickColumnName[]>>

export interface BreakdownShape<By extends Levels = Levels> {
  by: By
  /** A column that has one value for each value of a level, such as the name of a country code. */
  carry?: ClickColumnName
  /** Visitors take twice the processor time. */
  visitors?: boolean
  /** Only clicks with a value in any of the columns. */
  present?: true
  /** Whether the combinations of all columns are counted, if no list has all of them. */
  combinations?: true
  /** Limit of groups in a level; those with the most clicks are kept. */
  most: number
}

export const columnsOfShape = ({ by }: BreakdownShape): ClickColumnName[] => [...new Set(Object.values(by).flat())]

/** Clicks with the same values of these columns are one row of a rollup. */
export interface RollupLevel {
  key: string
  by: readonly ClickColumnName[]
  carry: ClickColumnName | undefined
  /** Only clicks with a value in any of these columns. */
  present: readonly ClickColumnName[]
}

/** The total, without columns. */
export const totalLevel: RollupLevel = { key: '', by: [], carry: undefined, present: [] }

/** Levels of a shape: its lists, all of its columns if their combinations are counted, and last its total. */
export function levelsOf(shape: BreakdownShape): RollupLevel[] {
  const all = columnsOfShape(shape)
  const lists = Object.values(shape.by).map((by) => levelOf(by, shape.carry))
  const total = shape.present === true ? { ...totalLevel, key: `?${all.join(',')}`, present: all } : totalLevel
  return [...lists, ...(shape.combinations === true ? [levelOf(all, shape.carry)] : []), total]
}

export const levelOf = (by: readonly ClickColumnName[], carry?: ClickColumnName): RollupLevel => ({
  key: carry === undefined ? by.join(',') : `${by.join(',')}>${carry}`,
  by,
  carry,
  present: [],
})
