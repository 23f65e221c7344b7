import { z } from 'zod'
import { granularity, timelineReply } from '#schemas/analytics.ts'
import { completeReply } from '#schemas/analytics-complete.ts'
import { accountOverview, type overviewReply, urlOverview } from '#schemas/analytics-overview.ts'
import { codeReply } from '#schemas/analytics-qr.ts'
import { topUrlsReply } from '#schemas/analytics-urls.ts'
import { getBreakdown } from './breakdown-tools.ts'
import { filterArguments, ofFilters, shortUrlId } from './filters.ts'
import { tool } from './tool.ts'

const period = 'Covers the last 30 days unless you set a period.'

const getOverview = tool({
  name: 'get_analytics_overview',
  title: 'Get an overview',
  description:
    `Clicks, unique visitors, change, top country, device, and referrer of one short URL or of all. ${period} ` +
    'Start here for questions about performance. `change_percentage` compares with the previous period.',
  effect: 'reads',
  hasVisitorText: true,
  calls: ['GET /analytics/overview/{id}'],
  input: z.strictObject({ short_url_id: shortUrlId, ...filterArguments }),
  output: z.object({
    short_url: urlOverview.optional().describe('For one short URL.'),
    account: accountOverview.optional().describe('For all.'),
  }),
  ask: ({ short_url_id: id = 'all', ...filters }) => ({ params: { id }, query: ofFilters(filters) }),
  tell: (reply: z.input<typeof overviewReply>) => ('url' in reply ? { short_url: reply } : { account: reply }),
})

const getTimeline = tool({
  name: 'get_analytics_timeline',
  title: 'Get clicks over time',
  description:
    `Clicks and unique visitors by day or hour, including empty intervals, of one short URL or of all. ${period} ` +
    'Use it for trends and peaks. Use hour only for periods of a few days.',
  effect: 'reads',
  calls: ['GET /analytics/timeline/{id}'],
  input: z.strictObject({ short_url_id: shortUrlId, granularity, ...filterArguments }),
  output: z.object({ timeline: timelineReply }),
  ask: ({ short_url_id: id = 'all', ...filters }) => ({ params: { id }, query: ofFilters(filters) }),
  tell: (timeline: z.input<typeof timelineReply>) => ({ timeline }),
})

const topUrl = topUrlsReply.shape.urls.element.pick({
  id: true,
  short_url: true,
  name: true,
  original_url: true,
  click_count: true,
  unique_visitors: true,
})

const getTopUrls = tool({
  name: 'get_top_short_urls',
  title: 'List top short URLs',
  description: `The short URLs with the most clicks, 10 unless you set \`limit\`. ${period}`,
  effect: 'reads',
  calls: ['GET /analytics/top-performing-urls'],
  input: z.strictObject({ limit: z.int().min(1).max(100).default(10), ...filterArguments }),
  output: z.object({ short_urls: z.array(topUrl) }),
  ask: (args) => ({ query: ofFilters(args) }),
  tell: ({ urls }: z.input<typeof topUrlsReply>) => ({ short_urls: urls }),
})

const getComplete = tool({
  name: 'get_complete_analytics',
  title: 'Get all analytics',
  description:
    `Overview, timeline, and all breakdowns of one short URL or of all, in one large result. ${period} Prefer the ` +
    'smaller tools; use this one to write a full report. Sections that the plan does not include are null.',
  effect: 'reads',
  hasVisitorText: true,
  calls: ['GET /analytics/complete/{id}'],
  input: z.strictObject({ short_url_id: shortUrlId, granularity, ...filterArguments }),
  output: completeReply.omit({ recent_clicks: true, ab_test: true }),
  ask: ({ short_url_id: id = 'all', ...filters }) => ({ params: { id }, query: ofFilters(filters) }),
})

const getScans = tool({
  name: 'get_qr_code_analytics',
  title: 'Get analytics for a QR code',
  description:
    'Scans of one QR code: totals, timeline, locations, devices, and referrers. Covers the last 30 days unless you set a ' +
    'period. Sections that the plan does not include are null. For scans of all codes, use the other analytics tools ' +
    'with `trigger: qr`.',
  effect: 'reads',
  hasVisitorText: true,
  calls: ['GET /qranalytics/qr/{id}'],
  input: z.strictObject({ qr_code_id: z.guid().describe('UUID.'), granularity, ...filterArguments }),
  output: codeReply,
  ask: ({ qr_code_id: id, ...filters }) => ({ params: { id }, query: ofFilters(filters) }),
})

export const analyticsTools = [getOverview, getTimeline, getTopUrls, getComplete, getBreakdown, getScans]
