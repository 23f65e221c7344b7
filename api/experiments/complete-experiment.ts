import { invalidField } from '#core/api-error.ts'
import { completeExperiment } from '#model/experiments/complete-experiment.ts'
import { describeExperiment } from '#model/experiments/describe-experiment.ts'
import type { FoundExperiment, Variant } from '#model/experiments/experiment-row.ts'
import { findOwnExperiment } from '#model/experiments/read-experiment.ts'
import { completeExperimentBody, experimentReply } from '#schemas/experiments.ts'
import { endpoint } from '../frame/endpoint.ts'
import type { Family } from './families.ts'

export const completeEndpoint = ({ kind, one, params, noun }: Family) =>
  endpoint({
    method: 'POST',
    path: `${one}/complete`,
    summary: `Complete a ${noun}`,
    description: 'All visitors are redirected to the winner or, without one, to the `original_url`.',
    permission: 'write',
    params,
    body: completeExperimentBody,
    example: { winner_variant_id: '01981c2e-7b1a-7c3d-9a4e-5f60718293a4', apply_winner: true },
    reply: experimentReply,
    errors: ['NOT_FOUND', 'CONFLICT'],
    async handle({ params: { id }, body, reach, sql, redis, config, log }) {
      const test = await findOwnExperiment(sql, reach, kind, id)
      const completion = { winner: findWinner(test, body.winner_variant_id ?? null), apply_winner: body.apply_winner }
      const completed = await completeExperiment({ sql, redis, config, log }, test, completion)
      return { test: describeExperiment(completed, config) }
    },
  })

/** Variants do not change while a test can be completed. */
function findWinner({ variants }: FoundExperiment, id: string | null): Variant | null {
  if (id === null) return null
  const winner = variants.find((variant) => variant.id === id)
  if (winner === undefined) throw invalidField('winner_variant_id', 'Must be a variant of this test.')
  return winner
}
