import { deleteExperiment } from '#model/experiments/delete-experiment.ts'
import { findOwnExperiment } from '#model/experiments/read-experiment.ts'
import { done } from '#schemas/envelope.ts'
import { endpoint } from '../frame/endpoint.ts'
import type { Family } from './families.ts'

export const deleteEndpoint = ({ kind, one, params, noun }: Family) =>
  endpoint({
    method: 'DELETE',
    path: one,
    summary: `Delete a ${noun}`,
    description:
      'Also deletes its conversions. The test must not be running. The short URL stays and redirects to its `original_url`.',
    permission: 'delete',
    params,
    reply: done,
    errors: ['NOT_FOUND', 'CONFLICT'],
    async handle({ params: { id }, reach, sql, redis, config, log }) {
      const test = await findOwnExperiment(sql, reach, kind, id)
      await deleteExperiment({ sql, redis, config, log }, test)
      return { message: 'A/B test deleted' }
    },
  })
