import { describeExperiment } from '#model/experiments/describe-experiment.ts'
import { type Move, moveExperiment } from '#model/experiments/move-experiment.ts'
import { findOwnExperiment } from '#model/experiments/read-experiment.ts'
import { experimentReply } from '#schemas/experiments.ts'
import { endpoint } from '../frame/endpoint.ts'
import type { Family } from './families.ts'

const moves: Record<Move, { verb: string; description: string }> = {
  start: { verb: 'Start', description: 'Starts splitting visitors between the variants.' },
  pause: { verb: 'Pause', description: 'While paused, all visitors go to the `original_url`.' },
  resume: { verb: 'Resume', description: 'Returning visitors get the same variants as before.' },
}

export const moveEndpoint = ({ kind, one, params, noun }: Family, move: Move) =>
  endpoint({
    method: 'POST',
    path: `${one}/${move}`,
    summary: `${moves[move].verb} a ${noun}`,
    description: moves[move].description,
    permission: 'write',
    params,
    reply: experimentReply,
    errors: ['NOT_FOUND', 'CONFLICT'],
    async handle({ params: { id }, reach, sql, redis, config, log, secretKeys }) {
      const test = await findOwnExperiment(sql, reach, kind, id)
      const moved = await moveExperiment({ sql, redis, config, log, secretKeys }, test, move)
      return { test: describeExperiment(moved, config) }
    },
  })
