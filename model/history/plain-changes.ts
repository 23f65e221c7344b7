import type { FieldChange } from '#schemas/history.ts'
import type { ColumnValues } from './read-history.ts'

/** The changes of a QR code or an A/B test, whose columns have the names of its fields. */
export const describePlainChanges = ({ before, after }: { before: ColumnValues; after: ColumnValues }): FieldChange[] =>
  Object.keys(before)
    .toSorted()
    .map((field) => ({ field, before: shownValue(field, before[field]), after: shownValue(field, after[field]) }))

/** Dates as records show them: Postgres writes microseconds and an offset. */
export const shownValue = (field: string, value: unknown): unknown =>
  field.endsWith('_at') && typeof value === 'string' ? new Date(value).toISOString() : (value ?? null)
