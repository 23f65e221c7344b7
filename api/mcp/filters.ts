import { z } from 'zod'
import { dateRanges } from '#schemas/analytics.ts'

/** Those of one vocabulary: an agent need not know both. */
const ranges = dateRanges.filter((name) => name.startsWith('last_') || name === 'all_time')

const value = (text: string) => z.string().max(1_024).optional().describe(text)

/** Which clicks a report is about: of the filter set F what an agent is likely to be asked for. */
export const filterArguments = {
  date_range: z.enum(ranges).optional().describe('A span that ends now.'),
  start_date: value('ISO 8601 day or instant; instead of date_range.'),
  end_date: value('ISO 8601; a day is included.'),
  timezone: z.string().max(64).default('UTC').describe('Of days, such as Europe/Berlin.'),
  traffic: z
    .enum(['default', 'human', 'bot', 'all'])
    .default('default')
    .describe('default: people and unknown clients, no bots.'),
  trigger: z.enum(['all', 'link', 'qr']).default('all').describe('qr: scans of QR codes alone.'),
  campaign_id: value('UUID or name of a campaign.'),
  tags: value('Of the short URL: one of these, comma-separated; a hyphen before one excludes it.'),
  country_code: value('ISO 3166-1, such as de; comma-separated; a hyphen before one excludes it.'),
  device_type: z.enum(['desktop', 'mobile', 'tablet', 'other']).optional(),
  browser: value('Such as Chrome.'),
  os: value('Such as Windows.'),
  referrer_domain: value('Such as google.com.'),
  utm_source: value('Exact value.'),
  utm_medium: value('Exact value.'),
  utm_campaign: value('Exact value.'),
}

/** Where nobody says when: what people mean by how it goes. */
const usualRange = 'last_30_days'

interface Span {
  date_range?: string | undefined
  start_date?: string | undefined
  end_date?: string | undefined
}

/** The same filters as a query of the REST API. */
export const ofFilters = <Arguments extends Span>(args: Arguments) =>
  args.date_range === undefined && args.start_date === undefined && args.end_date === undefined
    ? { ...args, date_range: usualRange }
    : args
