import { z } from 'zod'
import { ApiError } from './api-error.ts'

/** ISO 8601 has a year 0000, and Postgres none. */
const hasYear = (instant: string) => !instant.startsWith('0000')
const position = z.tuple([z.iso.datetime({ precision: 6 }).refine(hasYear), z.uuid()])

/** The place in the order of creation after which the next page begins. */
export interface CursorPosition {
  /** ISO 8601 with microseconds. */
  created_at: string
  id: string
}

export const writeCursor = ({ created_at, id }: CursorPosition): string =>
  Buffer.from(JSON.stringify([created_at, id])).toString('base64url')

export function readCursor(cursor: string): CursorPosition {
  const parsed = position.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()))
  if (!parsed.success) throw new ApiError('BAD_REQUEST', 'Invalid request', 'cursor is not a next_cursor of this list')
  const [created_at, id] = parsed.data
  return { created_at, id }
}

/** Where a list begins whose order may be another one than that of creation: cursors are of that one alone. */
export function readStart({
  cursor,
  sortBy,
}: {
  cursor?: string | undefined
  sortBy: string
}): CursorPosition | undefined {
  if (cursor === undefined) return undefined
  if (sortBy === 'created_at') return readCursor(cursor)
  throw new ApiError('BAD_REQUEST', 'Invalid request', 'cursor works only with sortBy=created_at; use page')
}

/** Where the next page of such a list begins, behind the last row of this one. */
export const writeNext = (
  { sortBy }: { sortBy: string },
  { position: created_at, id }: { position: string; id: string },
): string | null => (sortBy === 'created_at' ? writeCursor({ created_at, id }) : null)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
