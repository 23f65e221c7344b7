import type { z } from 'zod'
import type { pagination } from '#schemas/envelope.ts'

interface PageNumber {
  page: number
  limit: number
}

/** The pagination member of a list, from the requested page and the total. */
export function paginate(
  { page, limit }: PageNumber,
  total: number,
  nextCursor: string | null = null,
): z.infer<typeof pagination> {
  const total_pages = Math.ceil(total / limit)
  return { page, limit, total, total_pages, has_more: page < total_pages, next_cursor: nextCursor }
}

/** A page of a list with a cursor. `found` has one row more than the page if there is a next page. */
export function cutPage<Row>(
  asked: PageNumber,
  found: readonly Row[],
  total: number,
  cursorOf: (last: Row) => string | null,
): { rows: Row[]; pagination: z.infer<typeof pagination> } {
  const rows = found.slice(0, asked.limit)
  const last = rows.at(-1)
  const has_more = found.length > asked.limit
  const next_cursor = has_more && last !== undefined ? cursorOf(last) : null
  return { rows, pagination: { ...paginate(asked, total, next_cursor), has_more } }
}
