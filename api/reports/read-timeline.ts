import { askTimeline } from '#model/clicks/ask-timeline.ts'
import { timelineQuery, timelineReply } from '#schemas/analytics.ts'
import { type Report, reportOfAccount, reportOfLink } from './report.ts'

const timeline: Report<typeof timelineQuery, typeof timelineReply> = {
  summary: 'Get clicks over time',
  query: timelineQuery,
  reply: timelineReply,
  standard: { days: 30 },
  answer: ({ where, period, query, ...asked }) => askTimeline(asked, where, { period, ...query }),
}

export const readTimeline = [reportOfAccount('/analytics/timeline', timeline), ...reportOfLink('timeline', timeline)]
