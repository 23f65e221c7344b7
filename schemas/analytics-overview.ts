import { z } from 'zod'
import { filterQuery } from './analytics.ts'
import { reportDays, reportedUrl } from './analytics-urls.ts'
import { instant } from './envelope.ts'
import { shortUrl } from './links.ts'

const count = z.int().nonnegative()
const change = z
  .number()
  .nullable()
  .describe('By how many percent clicks rose or fell; null where there were none before, or there is no before.')

/** null where no click tells; what a plan does not include is null too. */
const top = {
  top_country: z.string().nullable(),
  top_device: z.string().nullable(),
  top_referrer: z.string().nullable().describe('The domain that most clicks came from.'),
}

export const overviewQuery = filterQuery.extend({ days: reportDays })

export const accountOverview = z.object({
  total_urls: count,
  active_urls: count.describe('Short URLs that lead visitors on now.'),
  total_clicks: count,
  unique_visitors: count,
  bot_clicks: count,
  clicks_today: count,
  clicks_previous_period: count.nullable().describe('Of the period as long before this one; null of all time.'),
  change_percentage: change,
  total_qr_codes: count,
  total_scans: count,
  ...top,
  period: z.object({ start_date: instant.nullable().describe('null: from the first click on.'), end_date: instant }),
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
  peak_hour: z.int().nullable().describe('The hour of the day, of the time zone, with the most clicks: 0 to 23.'),
  qr_scans: count,
  bot_clicks: count,
  conversions: count
    .nullable()
    .describe('Told in the period; null where filters choose among clicks by more than time.'),
  conversion_rate: z.number().nullable().describe('Converted clicks of 100 clicks; null where conversions is.'),
  ...top,
})

/** Of one short URL; accountOverview of all. */
export const overviewReply = z.union([urlOverview, accountOverview])
