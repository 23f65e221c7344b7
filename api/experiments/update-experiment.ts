import { describeExperiment } from '#model/experiments/describe-experiment.ts'
import { findOwnExperiment } from '#model/experiments/read-experiment.ts'
import { updateExperiment } from '#model/experiments/update-experiment.ts'
import { experimentReply, readOnlyExperimentMembers, updateExperimentBody } from '#schemas/experiments.ts'
import { endpoint } from '../frame/endpoint.ts'
import { refuseVariants } from './draft-experiment.ts'
import type { Family } from './families.ts'
import { planUpdate } from './plan-update.ts'

export const updateEndpoint = ({ kind, one, params, noun }: Family) =>
  endpoint({
    method: 'PUT',
    path: one,
    summary: `Update a ${noun}`,
    description: 'Once the test has started, only the weights can change.',
    permission: 'write',
    params,
    body: updateExperimentBody,
    bodyLimit: 'destinations',
    readOnly: readOnlyExperimentMembers,
    current: async ({ params: { id }, reach, sql, config }) =>
      describeExperiment(await findOwnExperiment(sql, reach, kind, id), config),
    reply: experimentReply,
    errors: ['NOT_FOUND', 'CONFLICT'],
    async handle({ params: { id }, body, account, reach, sql, redis, config, log }) {
      const test = await findOwnExperiment(sql, reach, kind, id)
      await refuseVariants({ sql, config, account_id: account.id }, body.variants ?? [])
      const updated = await updateExperiment({ sql, redis, config, log }, test, (before) => planUpdate(before, body))
      return { test: describeExperiment(updated, config) }
    },
  })
