import { describeExperiment } from '#model/experiments/describe-experiment.ts'
import { findOwnExperiment } from '#model/experiments/find-own-experiment.ts'
import { type Move, moveExperiment } from '#model/experiments/move-experiment.ts'
import { experimentReply } from '#schemas/experiments.ts'
import { endpoint } from '../frame/endpoint.ts'
import type { Family } from './families.ts'

const summaries: Record<Move, string> = {
  start: 'Start an A/B test: from now on each visitor is led to one of its variants',
  pause: 'Pause an A/B test: visitors are led where the short URL leads without it',
  resume: 'Go on with a paused A/B test: every visitor meets the same variant as before',
}

export const moveEndpoint = ({ kind, one, params }: Family, move: Move) =>
  endpoint({
    method: 'POST',
    path: `${one}/${move}`,
    summary: summaries[move],
    permission: 'write',
    params,
    reply: experimentReply,
    errors: ['NOT_FOUND', 'CONFLICT'],
    async handle({ params: { id }, reach, sql, redis, config, log }) {
      const test = await findOwnExperiment(sql, reach, kind, id)
      return { test: describeExperiment(await moveExperiment({ sql, redis, config, log }, test, move), config) }
    },
  })
