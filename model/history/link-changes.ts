import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { type FieldChange, isRestorable, type LinkHistoryField } from '#schemas/history.ts'
import { type LinkFieldName, linkField, linkFieldNames, linkFields } from '#schemas/link-fields.ts'
import { timestamp } from '#schemas/moment.ts'
import type { LinkRow } from '../links/link-row.ts'
import type { ColumnValues } from './read-history.ts'

const columnsOf = new Map<LinkHistoryField, string>([
  ['url', 'url'],
  ['short_code', 'code'],
  ['trashed_at', 'trashed_at'],
  ['quarantined_at', 'quarantined_at'],
  ['quarantine_reason', 'quarantine_reason'],
  ...linkFieldNames.map((name): [LinkFieldName, string] => [name, linkField(name).column ?? name]),
])

/** The column of `links` that holds a field. */
export const columnOf = (field: LinkHistoryField): string => columnsOf.get(field) ?? field

const isDate = (field: LinkHistoryField): boolean => {
  if (field === 'trashed_at' || field === 'quarantined_at') return true
  const output = field in linkFields ? linkField(field as LinkFieldName).output : undefined
  return output instanceof z.ZodNullable && output.unwrap() === timestamp
}
const dates: ReadonlySet<string> = new Set([...columnsOf.keys()].filter(isDate))

/** A value of the history as records show it: Postgres writes microseconds and an offset. */
const shown = (field: LinkHistoryField, value: unknown): unknown =>
  dates.has(field) && typeof value === 'string' ? new Date(value).toISOString() : (value ?? null)

/** The changed fields of an entry, in the order of the catalog. */
export function describeChanges({ before, after }: { before: ColumnValues; after: ColumnValues }): FieldChange[] {
  return [...columnsOf].flatMap(([field, column]) =>
    column in before ? [{ field, before: shown(field, before[column]), after: shown(field, after[column]) }] : [],
  )
}

export interface Restoration {
  restored: FieldChange[]
  /** Fields that differ and whose earlier value is not kept. */
  not_restored: string[]
}

/** What differs between a link and its earlier columns. Of a password, only the absence can be restored. */
export function planRestoration(link: LinkRow, earlier: ColumnValues, fields?: readonly string[]): Restoration {
  const plan: Restoration = { restored: [], not_restored: [] }
  for (const [field, column] of columnsOf) {
    if (!isRestorable(field) || !(column in earlier) || fields?.includes(field) === false) continue
    const [before, after] = [currentOf(link, column), shown(field, earlier[column])]
    if (column === 'password_hash') {
      if (after === true) plan.not_restored.push(field)
      else if (before === true) plan.restored.push({ field, before, after })
    } else if (!isDeepStrictEqual(before, after)) plan.restored.push({ field, before, after })
  }
  return plan
}

function currentOf(link: LinkRow, column: string): unknown {
  const value = link[column as keyof LinkRow]
  if (column === 'password_hash') return value !== null
  return value instanceof Date ? value.toISOString() : value
}

/** The columns that a restoration writes. */
export function columnsToRestore({ restored }: Restoration): ColumnValues {
  return Object.fromEntries(
    restored.flatMap(({ field, after }) => {
      if (field === 'short_code') return []
      const value = dates.has(field) && typeof after === 'string' ? new Date(after) : after
      return [[columnOf(field as LinkHistoryField), field === 'password' ? null : value]]
    }),
  )
}
