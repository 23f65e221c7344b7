import { findOwnExperiment } from '#model/experiments/read-experiment.ts'
import { readWithFigures } from '#model/experiments/read-figures.ts'
import { experimentAnalytics } from '#schemas/experiment-analytics.ts'
import { endpoint } from '../frame/endpoint.ts'
import type { Family } from './families.ts'

export const getEndpoint = ({ kind, one, params, noun }: Family) =>
  endpoint({
    method: 'GET',
    path: one,
    summary: `Get a ${noun}`,
    description: 'Includes the results of each variant.',
    permission: 'read',
    params,
    reply: experimentAnalytics,
    errors: ['NOT_FOUND'],
    handle: async (context) =>
      await readWithFigures(context, await findOwnExperiment(context.sql, context.reach, kind, context.params.id)),
  })
