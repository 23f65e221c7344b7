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

/** Sections that the plan does not include are null. */
export const completeReply = z.object({
  overview: overviewReply,
  timeline: timelineReply,
  devices: deviceReply.shape.data.nullable(),
  locations: locationReply,
  traffic_sources: trafficSourcesReply.nullable(),
  referrers: referrersReply.nullable(),
  utm: utmReply.shape.data.nullable(),
  ...columnReplies,
  recent_clicks: z.array(click).describe('The 10 most recent clicks.'),
  ab_test: experimentAnalytics.nullable().describe('Current A/B test of the short URL. null if there is none.'),
  generated_at: instant,
})
