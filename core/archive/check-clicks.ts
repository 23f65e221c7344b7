import { archivedId } from '#schemas/archive.ts'
import { type ClickRow, columnNames, columnOf } from '#schemas/click-columns.ts'
import { emptyRow, noId } from '#schemas/clicks.ts'

/** A click of an archive. Its account is the one that imports it. */
export type ArchivedClick = Omit<ClickRow, 'account_id'>

const largestVisitorId = 2n ** 64n - 1n
/** Longer than any value that a redirector records. */
const longestText = 8_192
/** January 1, 2001. */
const earliest = 978_307_200_000
const required: readonly string[] = ['click_id', 'link_id', 'clicked_at']
const names: readonly string[] = columnNames.filter((name) => name !== 'account_id')

/** The click of a parsed line, or what is wrong with it. Columns that an earlier version did not have are empty. */
export function checkClick(value: unknown, latest: number): ArchivedClick | string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'is not an object'
  const given = value as Record<string, unknown>
  const unknown = Object.keys(given).find((name) => !names.includes(name))
  if (unknown !== undefined) return `has an unknown field ${unknown}`
  const missing = required.find((name) => given[name] === undefined)
  if (missing !== undefined) return `has no ${missing}`
  const { account_id: _, ...row } = { ...emptyRow, ...given }
  for (const name of columnNames) {
    if (name !== 'account_id' && !isValid(name, row[name], latest)) return `has an invalid ${name}`
  }
  return row
}

function isValid(name: (typeof columnNames)[number], value: unknown, latest: number): boolean {
  const { storage, values } = columnOf(name)
  if (storage === 'instant')
    return typeof value === 'number' && Number.isInteger(value) && value >= earliest && value <= latest
  if (typeof value !== 'string') return false
  if (storage === 'uuid') return archivedId.test(value) || (value === noId && !required.includes(name))
  if (storage === 'uint64') return /^\d{1,20}$/.test(value) && BigInt(value) <= largestVisitorId
  if (storage === 'enum') return values?.includes(value) === true
  return value.length <= longestText
}

/** The month of a click, in UTC. ClickHouse stores the clicks of each month apart. */
export const monthOf = ({ clicked_at }: Pick<ClickRow, 'clicked_at'>): string =>
  new Date(clicked_at).toISOString().slice(0, 7)
