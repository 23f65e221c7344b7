import { findOwnTest } from '#model/experiments/find-own-experiment.ts'
import { readWithFigures } from '#model/experiments/read-figures.ts'
import { testAnalytics } from '#schemas/experiment-analytics.ts'
import { endpoint } from '../frame/endpoint.ts'
import { urlTests } from './families.ts'

export const readAnalytics = endpoint({
  method: 'GET',
  path: `${urlTests.one}/analytics`,
  summary: 'How the variants of an A/B test did, and what may be said of that',
  permission: 'analytics',
  params: urlTests.params,
  reply: testAnalytics,
  errors: ['NOT_FOUND'],
  handle: async (context) =>
    await readWithFigures(context, await findOwnTest(context.sql, context.reach, 'url', context.params.id)),
})
