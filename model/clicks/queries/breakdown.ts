import { z } from 'zod'
import { ch, column, columns, type Fragment, int, join, text } from '#runtime/ch-tag.ts'
import { type ClickColumnName, columnOf } from '#schemas/click-columns.ts'
import { type BreakdownShape, columnsOfShape, levelsOf, type RollupLevel } from './breakdown-shape.ts'
import { inLevel, RolledWhere, restOf, rolledNumbers } from './rolled.ts'

const value = z.string().transform((text) => (text === '' ? null : text))

/** Rows of all levels; the level is a number with a bit for each column that it does not group by. */
export const breakdownRow = z
  .object({ level: z.int(), clicks: z.int(), unique_visitors: z.int(), combinations: z.int() })
  .catchall(value)
export type BreakdownRow = z.output<typeof breakdownRow>

const comma = ch`, `

/** Clicks by several sets of columns, and in total. */
export function breakdown(where: Fragment, shape: BreakdownShape): Fragment {
  const names = columnsOfShape(shape)
  const grouped = where instanceof RolledWhere ? withRollups(where, shape) : groups(where, shape)
  return ch`
    select *
    from (${grouped})
    order by level, clicks desc, ${columns(names)}
    limit ${int(shape.most)} by level`
}

/**
 * The clicks are grouped once by all columns, and the levels are computed from those groups: grouping sets over the clicks
 * took twice the processor time. Keys are hashes of the values, because several dictionary columns as a key are copied for
 * each row.
 */
function groups(where: Fragment, shape: BreakdownShape): Fragment {
  const { carry, visitors = false, present = false } = shape
  const names = columnsOfShape(shape)
  return ch`
    select toInt64(grouping(${columns(names)})) as level, ${columns(names)},
      ${carry === undefined ? ch`` : ch`any(carried) as ${columns([carry])},`}
      sum(number) as clicks, ${visitors ? ch`uniqCombined64Merge(visitors)` : ch`toUInt64(0)`} as unique_visitors,
      count() as combinations
    from (
      select ${join(names.map(namedValue), comma)},
        ${carry === undefined ? ch`` : ch`any(${column(carry)}) as carried,`}
        ${visitors ? ch`uniqCombined64State(visitor_id) as visitors,` : ch``}
        count() as number
      from clicks
      where ${where} ${present ? ch`and ${hasAny(names)}` : ch``}
      group by ${join(names.map(hashed), comma)}
    )
    group by grouping sets (${join(
      levelColumns(shape).map((level) => ch`(${columns(level)}), `),
      ch``,
    )}())`
}

const levelColumns = (shape: BreakdownShape): (readonly ClickColumnName[])[] =>
  shape.combinations === true ? [...Object.values(shape.by), columnsOfShape(shape)] : Object.values(shape.by)

/** Visitors of rollups and clicks are added: a visitor has different ids in them. Combinations are counted again. */
function withRollups(where: RolledWhere, shape: BreakdownShape): Fragment {
  const names = columnsOfShape(shape)
  const carried = shape.carry === undefined ? [] : [shape.carry]
  const keys = columns([...names, ...carried])
  const parts = [
    ch`select level, ${keys}, clicks, unique_visitors from (${groups(restOf(where), shape)})`,
    ...levelsOf(shape).map((level) => rolledGroups(where, shape, level)),
  ]
  return ch`
    select level, ${columns(names)},
      ${carried.length === 0 ? ch`` : ch`carried as ${columns(carried)},`}
      clicks, unique_visitors, countIf(level = 0) over () as combinations
    from (
      select level, ${columns(names)},
        ${carried.length === 0 ? ch`` : ch`any(${columns(carried)}) as carried,`}
        sum(number) as clicks, sum(visitors) as unique_visitors
      from (
        select level, ${keys}, toUInt64(clicks) as number, toUInt64(unique_visitors) as visitors
        from (${join(parts, ch` union all `)})
      )
      group by level, ${columns(names)}
      having clicks > 0
    )`
}

function rolledGroups({ rolled }: RolledWhere, shape: BreakdownShape, level: RollupLevel): Fragment {
  const numbers = rolledNumbers(rolled)
  const names = columnsOfShape(shape)
  const bits = names.reduce((mask, name) => mask * 2 + (level.by.includes(name) ? 0 : 1), 0)
  const stored = [...level.by, ...(level.carry === undefined ? [] : [level.carry])]
  const values = [...names, ...(shape.carry === undefined ? [] : [shape.carry])].map(
    (name) => ch`names[${int(stored.indexOf(name) + 1 || stored.length + 1)}] as ${columns([name])}`,
  )
  const isPresent = shape.present && level.by.length > 0 ? ch`and arrayExists(name -> name != '', names)` : ch``
  return ch`
    select toInt64(${int(bits)}) as level, ${join(values, comma)}, number as clicks, people as unique_visitors
    from (
      select names, sum(${numbers.clicks}) as number, sum(${numbers.visitors}) as people
      from click_rollups
      where ${inLevel(rolled, level)} ${isPresent}
      group by names
    )`
}

/** Whether a click has a value in any of these columns. */
export const hasAny = (names: readonly ClickColumnName[]): Fragment =>
  ch`(${join(
    names.map((name) => ch`${column(name)} != ''`),
    ch` or `,
  )})`

export const hashed = (name: ClickColumnName): Fragment => ch`cityHash64(${column(name)})`

const namedValue = (name: ClickColumnName): Fragment => ch`${shownValue(name)} as ${columns([name])}`

/** The value of a group of clicks that have the same one. */
export function shownValue(name: ClickColumnName): Fragment {
  const { emptyName } = columnOf(name)
  const found = ch`toString(any(${column(name)}))`
  return emptyName === undefined ? found : ch`if(${found} = '', ${text(emptyName)}, ${found})`
}
