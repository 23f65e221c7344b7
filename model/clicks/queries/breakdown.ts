import { z } from 'zod'
import { ch, column, columns, type Fragment, int, join, text } from '#runtime/ch-tag.ts'
import { type ClickColumnName, columnOf } from '#schemas/click-columns.ts'

/** Columns to group by, for each list of a report. */
export type Levels = Readonly<Record<string, readonly ClickColumnName[]>>

export interface BreakdownShape<By extends Levels = Levels> {
  by: By
  /** A column that has one value for each value of a level, such as the name of a country code. */
  carry?: ClickColumnName
  /** Visitors take twice the processor time. */
  visitors?: boolean
  /** Limit of groups in a level; those with the most clicks are kept. */
  most: number
}

const value = z.string().transform((text) => (text === '' ? null : text))

/** Rows of all levels; the level is a number with a bit for each column that it does not group by. */
export const breakdownRow = z
  .object({ level: z.int(), clicks: z.int(), unique_visitors: z.int(), combinations: z.int() })
  .catchall(value)
export type BreakdownRow = z.output<typeof breakdownRow>

export const columnsOfShape = ({ by }: BreakdownShape): ClickColumnName[] => [...new Set(Object.values(by).flat())]

/**
 * Clicks by several sets of columns, and in total. The clicks are grouped once by all columns, and the levels are computed
 * from those groups: grouping sets over the clicks took twice the processor time. Keys are hashes of the values, because
 * several dictionary columns as a key are copied for each row.
 */
export function breakdown(where: Fragment, shape: BreakdownShape): Fragment {
  const { by, carry, visitors = false, most } = shape
  const names = columnsOfShape(shape)
  const comma = ch`, `
  return ch`
    select grouping(${columns(names)}) as level, ${columns(names)},
      ${carry === undefined ? ch`` : ch`any(carried) as ${columns([carry])},`}
      sum(number) as clicks, ${visitors ? ch`uniqCombined64Merge(visitors)` : ch`0`} as unique_visitors,
      count() as combinations
    from (
      select ${join(names.map(namedValue), comma)},
        ${carry === undefined ? ch`` : ch`any(${column(carry)}) as carried,`}
        ${visitors ? ch`uniqCombined64State(visitor_id) as visitors,` : ch``}
        count() as number
      from clicks
      where ${where}
      group by ${join(
        names.map((name) => ch`cityHash64(${column(name)})`),
        comma,
      )}
    )
    group by grouping sets (${join(
      Object.values(by).map((level) => ch`(${columns(level)}), `),
      ch``,
    )}())
    order by level, clicks desc, ${columns(names)}
    limit ${int(most)} by level`
}

function namedValue(name: ClickColumnName): Fragment {
  const { emptyName } = columnOf(name)
  const found = ch`toString(any(${column(name)}))`
  if (emptyName === undefined) return ch`${found} as ${columns([name])}`
  return ch`if(${found} = '', ${text(emptyName)}, ${found}) as ${columns([name])}`
}
