import { z } from 'zod'
import { granularity, timelineReply } from '#schemas/analytics.ts'
import { completeReply } from '#schemas/analytics-complete.ts'
import { accountOverview, type overviewReply, urlOverview } from '#schemas/analytics-overview.ts'
import { topUrlsReply } from '#schemas/analytics-urls.ts'
import { shortUrlParams } from '#schemas/links.ts'
import { filterArguments, ofFilters } from './filters.ts'
import { tool } from './tool.ts'

const period = 'Of the last 30 days, unless a period is given.'
const shortUrlId = shortUrlParams.shape.id
  .default('all')
  .describe('UUID, short code or alias of a short URL; all: of all.')

const common = { effect: 'reads' } as const

const getOverview = tool({
  ...common,
  name: 'get_analytics_overview',
  title: 'Figures at a glance',
  description:
    `Clicks, unique visitors, change, top country, device and referrer, of one short URL or of all. ${period} ` +
    'Start here when asked how a short URL or the account does. `change_percentage` compares with the period before.',
  calls: ['GET /analytics/overview/{id}'],
  input: z.strictObject({ short_url_id: shortUrlId, ...filterArguments }),
  output: z.object({
    short_url: urlOverview.optional().describe('Of one short URL.'),
    account: accountOverview.optional().describe('Of all.'),
  }),
  ask: ({ short_url_id: id = 'all', ...filters }) => ({ params: { id }, query: ofFilters(filters) }),
  tell: (reply: z.input<typeof overviewReply>) => ('url' in reply ? { short_url: reply } : { account: reply }),
})

const getTimeline = tool({
  ...common,
  name: 'get_analytics_timeline',
  title: 'Clicks over time',
  description:
    `Clicks and unique visitors by day or hour, empty ones included, of one short URL or of all. ${period} ` +
    'Use it for trends and peaks; choose hour only for a few days.',
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
  ...common,
  name: 'get_top_short_urls',
  title: 'Short URLs by clicks',
  description: `The short URLs with the most clicks, ten unless \`limit\` says otherwise. ${period}`,
  calls: ['GET /analytics/top-performing-urls'],
  input: z.strictObject({ limit: z.int().min(1).max(100).default(10), ...filterArguments }),
  output: z.object({ short_urls: z.array(topUrl) }),
  ask: (args) => ({ query: ofFilters(args) }),
  tell: ({ urls }: z.input<typeof topUrlsReply>) => ({ short_urls: urls }),
})

const getComplete = tool({
  ...common,
  name: 'get_complete_analytics',
  title: 'All reports in one',
  description:
    `Overview, timeline and every breakdown of one short URL or of all, in one large answer. ${period} Prefer the ` +
    'smaller tools; use this one to write a whole report. What the plan does not include is null.',
  calls: ['GET /analytics/complete/{id}'],
  input: z.strictObject({ short_url_id: shortUrlId, granularity, ...filterArguments }),
  output: completeReply.omit({ recent_clicks: true, ab_test: true }),
  ask: ({ short_url_id: id = 'all', ...filters }) => ({ params: { id }, query: ofFilters(filters) }),
})

export const analyticsTools = [getOverview, getTimeline, getTopUrls, getComplete]
