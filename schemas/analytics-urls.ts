import { z } from 'zod'
import { filterQuery } from './analytics.ts'
import { instant, queryInteger } from './envelope.ts'
import { shortUrl } from './links.ts'
import { text } from './values.ts'

/** Further down nobody reads, and each page costs what all before it did. */
const farthestOffset = 1_000_000
const lastPage = 10_000

export const reportLimit = queryInteger(1, 100).default(10)
export const reportDays = queryInteger(1, 365).optional()

const named = z.string().describe('The short code, where it has no name.')
const count = z.int().nonnegative()

/** A short URL as reports list it. */
export const reportedUrl = shortUrl
  .pick({
    id: true,
    short_code: true,
    short_url: true,
    original_url: true,
    created_at: true,
    url_type: true,
    branded_domain: true,
    subdomain: true,
  })
  .extend({ name: named })

export const topUrlsQuery = filterQuery.extend({
  days: reportDays,
  limit: reportLimit,
  page: queryInteger(1, lastPage).default(1),
  offset: queryInteger(0, farthestOffset).optional().describe('Short URLs to skip; wins over page.'),
  search: text(200).optional().describe('Part of the name or the short code.'),
  sortBy: z.enum(['clicks', 'name', 'created_at']).default('clicks'),
  sortOrder: z.enum(['asc', 'desc']).default('desc'),
})
export type TopUrlsQuery = z.output<typeof topUrlsQuery>

export const topUrlsReply = z.object({
  urls: z.array(
    reportedUrl.extend({
      click_count: count.describe('Clicks of the period.'),
      unique_visitors: count.describe('Visitors of the period.'),
    }),
  ),
  pagination: z.object({ page: z.int(), limit: z.int(), totalPages: z.int(), totalItems: z.int() }),
})

export const recentQuery = filterQuery.extend({ limit: reportLimit })

export const recentReply = z.array(
  shortUrl
    .pick({
      id: true,
      short_code: true,
      original_url: true,
      click_count: true,
      created_at: true,
      tracking_enabled: true,
      stored_clicks: true,
      actual_clicks: true,
    })
    .extend({ name: named, last_clicked_at: instant.describe('The last of the clicks that the query is about.') }),
)
