import { z } from 'zod'

/** Default page size: small, because an agent reads everything. */
export const pageArguments = {
  page: z.int().min(1).max(10_000).default(1),
  limit: z.int().min(1).max(100).default(10),
}

export const pageOutput = z
  .object({ page: z.int(), limit: z.int(), total: z.int(), total_pages: z.int(), has_more: z.boolean() })
  .describe('Request the next page only if you need it.')

/** A list as the REST API returns it. */
export interface PageOf<Item extends z.ZodType> {
  data: z.input<Item>[]
  pagination: z.input<typeof pageOutput>
}

/** A list's arguments as a query, with a smaller default than the REST API. */
export const ofPage = <Arguments extends { limit?: number | undefined }>(args: Arguments) => ({
  ...args,
  limit: args.limit ?? 10,
})
