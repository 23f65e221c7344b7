import { z } from 'zod'
import { timelineQuery, timelineReply } from './analytics.ts'
import { click } from './analytics-clicks.ts'
import { overviewReply } from './analytics-overview.ts'
import {
  columnReplies,
  deviceReply,
  locationReply,
  referrersReply,
  trafficSourcesReply,
  utmReply,
} from './breakdowns.ts'
import { instant } from './envelope.ts'
import { experimentAnalytics } from './experiment-analytics.ts'

export const completeQuery = timelineQuery

/** What a plan does not include is null. */
export const completeReply = z.object({
  overview: overviewReply,
  timeline: timelineReply,
  devices: deviceReply.shape.data.nullable(),
  locations: locationReply,
  traffic_sources: trafficSourcesReply.nullable(),
  referrers: referrersReply.nullable(),
  utm: utmReply.shape.data.nullable(),
  ...columnReplies,
  recent_clicks: z.array(click).describe('The latest ten.'),
  ab_test: experimentAnalytics
    .nullable()
    .describe('The test that the short URL is in, whatever the period; null of none.'),
  generated_at: instant,
})
