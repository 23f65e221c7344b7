import type { z } from 'zod'
import { timelineQuery, timelineReply } from '#schemas/analytics.ts'
import { shortUrlParams } from '#schemas/links.ts'
import { ApiError } from '../http/api-error.ts'
import { endpoint, type Services } from '../http/endpoint.ts'
import { askClicks } from './ask-clicks.ts'
import { compileFilter } from './filter.ts'
import { findScope } from './find-scope.ts'
import { readPeriod } from './period.ts'
import { mostBuckets, timeline, timelineRow } from './queries/timeline.ts'

const common = {
  method: 'GET',
  permission: 'analytics',
  query: timelineQuery,
  validation: 'always-400',
  reply: timelineReply,
} as const

const standardDays = 30

export const readTimeline = endpoint({
  ...common,
  path: '/analytics/timeline',
  summary: 'Clicks and unique visitors by hour or day',
  handle: async (context) => await answer(context, await findScope(context)),
})

const linkTimeline = (path: `/${string}`) =>
  endpoint({
    ...common,
    path,
    summary: 'Clicks and unique visitors of one short URL by hour or day',
    params: shortUrlParams,
    errors: ['NOT_FOUND'],
    handle: async (context) => await answer(context, await findScope(context, context.params.id)),
  })

export const readLinkTimeline = linkTimeline('/analytics/timeline/{id}')
export const readUrlTimeline = linkTimeline('/analytics/url/{id}/timeline')

type Asked = Pick<Services, 'ch'> & { query: z.output<typeof timelineQuery>; signal: AbortSignal }

async function answer({ ch, query, signal }: Asked, scope: Parameters<typeof compileFilter>[0]) {
  const { granularity, timezone } = query
  const period = readPeriod(query, Date.now(), { days: standardDays })
  const statement = timeline(compileFilter(scope, period, query), { granularity, period, timezone })
  const rows = await askClicks(ch, statement, timelineRow, { gone: signal })
  if (rows.length > mostBuckets) {
    const problem = `the period has more than ${mostBuckets} intervals: shorten it, or ask for granularity=day`
    throw new ApiError('BAD_REQUEST', 'Invalid request', problem)
  }
  return rows
}
