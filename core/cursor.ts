import { z } from 'zod'
import { parseJson } from '#schemas/parse-json.ts'
import { badRequest, malformedFields } from './api-error.ts'

export const notACursor = 'Must be the next_cursor of this list.'

/** ISO 8601 has a year 0000; Postgres does not. */
const hasYear = (instant: string) => !instant.startsWith('0000')
const position = z.tuple([z.iso.datetime({ precision: 6 }).refine(hasYear), z.guid()])

/** The position in the order of creation after which the next page begins. */
export interface CursorPosition {
  /** ISO 8601 with microseconds. */
  created_at: string
  id: string
}

export const writeCursor = ({ created_at, id }: CursorPosition): string =>
  Buffer.from(JSON.stringify([created_at, id])).toString('base64url')

export function readCursor(cursor: string): CursorPosition {
  const parsed = position.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()))
  if (!parsed.success) throw malformedFields([{ field: 'cursor', message: notACursor }])
  const [created_at, id] = parsed.data
  return { created_at, id }
}

/** The start of a list that may be sorted differently: cursors work only in the order of creation. */
export function readStart({
  cursor,
  sortBy,
}: {
  cursor?: string | undefined
  sortBy: string
}): CursorPosition | undefined {
  if (cursor === undefined) return undefined
  if (sortBy === 'created_at') return readCursor(cursor)
  throw badRequest('`cursor` works only with sortBy=created_at. Use `page` instead.')
}

/** The start of the next page of such a list, after the last row of this page. */
export const writeNext = (
  { sortBy }: { sortBy: string },
  { position: created_at, id }: { position: string; id: string },
): string | null => (sortBy === 'created_at' ? writeCursor({ created_at, id }) : null)
