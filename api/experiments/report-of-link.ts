import { findOwnExperiment } from '#model/experiments/read-experiment.ts'
import { readWithFigures } from '#model/experiments/read-figures.ts'
import { experimentAnalytics } from '#schemas/experiment-analytics.ts'
import { endpoint } from '../frame/endpoint.ts'
import { urlExperiments } from './families.ts'

export const readLinkExperiment = endpoint({
  method: 'GET',
  path: `${urlExperiments.one}/analytics`,
  summary: 'Get the results of a short URL A/B test',
  permission: 'analytics',
  params: urlExperiments.params,
  reply: experimentAnalytics,
  errors: ['NOT_FOUND'],
  handle: async (context) =>
    await readWithFigures(context, await findOwnExperiment(context.sql, context.reach, 'url', context.params.id)),
})
