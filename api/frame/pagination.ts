import type { z } from 'zod'
import type { Page } from '#model/rows.ts'
import type { pagination } from '#schemas/envelope.ts'

interface PageNumber {
  page: number
  limit: number
}

type Pagination = z.infer<typeof pagination>

interface PagePart<Row> {
  rows: Row[]
  pagination: Pagination
}

/** The pagination member of a list, from the requested page and the total. */
export function paginate({ page, limit }: PageNumber, total: number, nextCursor: string | null = null): Pagination {
  const total_pages = Math.ceil(total / limit)
  return { page, limit, total, total_pages, has_more: page < total_pages, next_cursor: nextCursor }
}

/** The requested page of a list without a cursor. */
export async function readPage<Row>(
  { page, limit }: PageNumber,
  select: (part: Page) => Promise<Row[]>,
  counting: Promise<number>,
): Promise<PagePart<Row>> {
  const [rows, total] = await Promise.all([select({ limit, offset: (page - 1) * limit }), counting])
  return { rows, pagination: paginate({ page, limit }, total) }
}

/** The requested page of a list with a cursor, which wins over the page number. */
export async function readFrom<Cursor, Row>(
  asked: PageNumber & { cursor: Cursor | undefined },
  select: (part: Page & { cursor: Cursor | undefined }) => Promise<Row[]>,
  counting: Promise<number>,
  cursorOf: (last: Row) => string | null,
): Promise<PagePart<Row>> {
  const { page, limit, cursor } = asked
  const offset = cursor === undefined ? (page - 1) * limit : 0
  const [found, total] = await Promise.all([select({ cursor, limit: limit + 1, offset }), counting])
  return cutPage(asked, found, total, cursorOf)
}

/** `found` has one row more than the page if there is a next page. */
export function cutPage<Row>(
  asked: PageNumber,
  found: readonly Row[],
  total: number,
  cursorOf: (last: Row) => string | null,
): PagePart<Row> {
  const rows = found.slice(0, asked.limit)
  const last = rows.at(-1)
  const has_more = found.length > asked.limit
  const next_cursor = has_more && last !== undefined ? cursorOf(last) : null
  return { rows, pagination: { ...paginate(asked, total, next_cursor), has_more } }
}
