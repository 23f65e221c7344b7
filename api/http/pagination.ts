import type { z } from 'zod'
import type { pagination } from '#schemas/envelope.ts'

/** The pagination member of a list, from what was asked and how many there are. */
export function paginate(
  { page, limit }: { page: number; limit: number },
  total: number,
  nextCursor: string | null = null,
): z.infer<typeof pagination> {
  const total_pages = Math.ceil(total / limit)
  return { page, limit, total, total_pages, has_more: page < total_pages, next_cursor: nextCursor }
}
