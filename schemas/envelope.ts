import { z } from 'zod'
import { errorCodes } from './errors.ts'

/** A date and time: a Date in rows, ISO 8601 in UTC on the wire. */
export const instant = z
  .date()
  .transform((date) => date.toISOString())
  .pipe(z.iso.datetime())

/** A whole number in a query string. Number() alone would also accept '', ' 5 ' and '1e3'. */
export const queryInteger = (least: number, most: number) =>
  z.preprocess(
    (text) => (typeof text === 'string' && /^-?\d{1,15}$/.test(text) ? Number(text) : text),
    z.number().int().min(least).max(most),
  )

/** OFFSET reads every row that it skips, so later pages are available by cursor only. */
const lastPage = 10_000

export const pageQuery = z.object({
  page: queryInteger(1, lastPage).default(1).describe('Page number. To go beyond page 10,000, use a cursor.'),
  limit: queryInteger(1, 100).describe('Maximum number of items per page.').default(20),
  cursor: z.string().max(500).optional().describe('`next_cursor` of the previous page. Takes precedence over `page`.'),
})

export const pagination = z.object({
  page: z.int(),
  limit: z.int(),
  total: z.int().describe('Number of items on all pages.'),
  total_pages: z.int(),
  has_more: z.boolean(),
  next_cursor: z.string().nullable().describe('null on the last page, and for lists without cursors.'),
})

/** Reply of a list, with both members at top level (`envelope: 'page'`). */
export const pageOf = <Item extends z.ZodType>(item: Item) => z.object({ data: z.array(item), pagination })

export const done = z.object({ message: z.string() })

export const errorReply = z.object({
  success: z.literal(false),
  error: z.object({
    code: z.enum(errorCodes).describe('Stable, machine-readable error code.'),
    message: z.string().describe('Human-readable explanation. Its wording can change.'),
    details: z
      .union([z.string(), z.record(z.string(), z.unknown())])
      .optional()
      .describe('More details, if any.'),
  }),
})
export type ErrorReply = z.infer<typeof errorReply>
