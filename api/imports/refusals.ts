import { ApiError } from '#core/api-error.ts'
import type { ImportRow } from '#model/imports/import-row.ts'

export const noSuchImport = () => new ApiError('NOT_FOUND', 'Import not found.')

/** The import after a change of its state, which must have been possible. */
export function demandChanged(changed: ImportRow | 'wrong state' | undefined, message: string): ImportRow {
  if (changed === undefined) throw noSuchImport()
  if (changed === 'wrong state') throw new ApiError('CONFLICT', message)
  return changed
}
