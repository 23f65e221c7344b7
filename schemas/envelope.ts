import { z } from 'zod'
import { type ErrorCode, errorStatus } from './errors.ts'

/** A time: a Date in rows, ISO 8601 in UTC on the wire. */
export const instant = z
  .date()
  .transform((date) => date.toISOString())
  .pipe(z.iso.datetime())

/** A whole number in a query string. Number() alone would take '', ' 5 ' and '1e3' too. */
export const queryInteger = (least: number, most: number) =>
  z.preprocess(
    (text) => (typeof text === 'string' && /^-?\d{1,15}$/.test(text) ? Number(text) : text),
    z.number().int().min(least).max(most),
  )

/** Pages go this far: OFFSET reads all that it skips. Whoever needs more follows the cursor. */
const lastPage = 10_000

/** What every list takes. */
export const pageQuery = z.object({
  page: queryInteger(1, lastPage).default(1),
  limit: queryInteger(1, 100).default(20),
  cursor: z.string().max(500).optional(),
})

export const pagination = z.object({
  page: z.int(),
  limit: z.int(),
  total: z.int(),
  total_pages: z.int(),
  has_more: z.boolean(),
  next_cursor: z.string().nullable(),
})

/** The reply of a list: its handler returns both, and both stand at top level (`envelope: 'page'`). */
export const pageOf = <Item extends z.ZodType>(item: Item) => z.object({ data: z.array(item), pagination })

/** The reply of an action that has nothing to show but that it was done. */
export const done = z.object({ message: z.string() })

const codes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]

export const errorReply = z.object({
  success: z.literal(false),
  error: z.object({
    code: z.enum(codes),
    message: z.string(),
    details: z.union([z.string(), z.record(z.string(), z.unknown())]).optional(),
  }),
})
export type ErrorReply = z.infer<typeof errorReply>
