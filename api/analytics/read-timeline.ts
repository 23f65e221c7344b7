import type { z } from 'zod'
import { timelineQuery, timelineReply } from '#schemas/analytics.ts'
import { shortUrlParams } from '#schemas/links.ts'
import { endpoint, type Services } from '../http/endpoint.ts'
import { askTimeline } from './ask-timeline.ts'
import { compileFilter } from './filter.ts'
import { findScope } from './find-scope.ts'
import type { Scope } from './link-filter.ts'
import { readPeriod } from './period.ts'

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

async function answer(asked: Asked, scope: Scope) {
  const period = readPeriod(asked.query, Date.now(), { days: standardDays })
  return await askTimeline(asked, compileFilter(scope, period, asked.query), { period, ...asked.query })
}
