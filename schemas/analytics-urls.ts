import { z } from 'zod'
import { filterQuery, reportDays } from './analytics.ts'
import { instant, pageQuery, queryInteger } from './envelope.ts'
import { shortUrl } from './links.ts'
import { text } from './values.ts'

/** Each page costs as much as all pages before it. */
const farthestOffset = 1_000_000

export const reportLimit = pageQuery.shape.limit.unwrap().default(10)

const named = z.string().describe('The short code if the short URL has no name.')
const count = z.int().nonnegative()

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
  page: pageQuery.shape.page,
  offset: queryInteger(0, farthestOffset)
    .optional()
    .describe('Number of short URLs to skip. Takes precedence over `page`.'),
  search: text(200).optional().describe('Matches part of the name or short code.'),
  sortBy: z.enum(['clicks', 'name', 'created_at']).default('clicks'),
  sortOrder: z.enum(['asc', 'desc']).default('desc'),
})
export type TopUrlsQuery = z.output<typeof topUrlsQuery>

export const topUrlsReply = z.object({
  urls: z.array(
    reportedUrl.extend({
      click_count: count.describe('Clicks in the period.'),
      unique_visitors: count.describe('Unique visitors in the period.'),
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
    .extend({ name: named, last_clicked_at: instant.describe('Most recent click that matches the filters.') }),
)
