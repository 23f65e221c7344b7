import type { ImportNote } from '#schemas/imports.ts'
import type { RawLink } from './raw-link.ts'
import { readDate } from './read-date.ts'

type Period = Record<'starts_at' | 'expires_at', number | null>

/** No link can start at or after its end, so such a start is left out. In Unix milliseconds. */
export function readPeriod({ starts_at, expires_at }: RawLink, notes: Set<ImportNote>): Period {
  const [start, end] = [dateOf(starts_at, notes), dateOf(expires_at, notes)]
  const isPossible = start === null || end === null || start < end
  if (!isPossible) notes.add('start_dropped')
  return { starts_at: isPossible ? start : null, expires_at: end }
}

/** A date of a file in Unix milliseconds; null if it has none. */
export function dateOf(value: string | undefined, notes: Set<ImportNote>): number | null {
  if (value === undefined || /^(|null|never|-|n\/a)$/i.test(value.trim())) return null
  const date = readDate(value)
  if (date === undefined) notes.add('date_unknown')
  return date?.getTime() ?? null
}
