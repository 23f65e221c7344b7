import { z } from 'zod'
import { filterQuery, reportDays } from './analytics.ts'
import { reportedUrl } from './analytics-urls.ts'
import { instant } from './envelope.ts'
import { shortUrl } from './links.ts'

const count = z.int().nonnegative()
const change = z.number().nullable().describe('Percentage change vs. the previous period. null if unknown.')

/** null if unknown, or if the plan does not include it. */
const top = {
  top_country: z.string().nullable(),
  top_device: z.string().nullable(),
  top_referrer: z.string().nullable().describe('Referring domain with the most clicks.'),
}

export const overviewQuery = filterQuery.extend({ days: reportDays })

export const accountOverview = z.object({
  total_urls: count,
  active_urls: count.describe('Short URLs that currently redirect.'),
  total_clicks: count,
  unique_visitors: count,
  bot_clicks: count.describe('Not included in `total_clicks` by default.'),
  clicks_today: count.describe('Clicks since midnight in `timezone`.'),
  clicks_previous_period: count
    .nullable()
    .describe('Clicks in the previous period, up to where this one has passed. null if the period is all time.'),
  change_percentage: change,
  total_qr_codes: count,
  total_scans: count,
  ...top,
  period: z.object({
    start_date: instant.nullable().describe('null if the period starts with the first click.'),
    end_date: instant,
  }),
})

export const urlOverview = z.object({
  url: reportedUrl.extend({
    ...shortUrl.pick({ custom_alias: true, click_count: true, tracking_enabled: true, status: true }).shape,
  }),
  total_clicks: count,
  unique_visitors: count,
  clicks_today: count,
  clicks_last_7_days: count,
  clicks_last_30_days: count,
  change_percentage: change,
  last_clicked_at: instant.optional(),
  peak_hour: z.int().nullable().describe('Hour of the day with the most clicks, 0 to 23, in `timezone`.'),
  qr_scans: count.describe('Included in `total_clicks`.'),
  bot_clicks: count.describe('Not included in `total_clicks` by default.'),
  conversions: count.nullable().describe('Conversions in the period. null with any filter other than the period.'),
  conversion_rate: z.number().nullable().describe('Percentage of clicks that converted. null if unknown.'),
  ...top,
})

export const overviewReply = z.union([urlOverview, accountOverview])
