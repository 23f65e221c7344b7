import { describeAbTest } from '#model/experiments/describe-experiment.ts'
import { findOwnTest } from '#model/experiments/find-own-experiment.ts'
import { updateAbTest } from '#model/experiments/update-experiment.ts'
import { readOnlyTestMembers, testReply, updateTestBody } from '#schemas/experiments.ts'
import { endpoint } from '../frame/endpoint.ts'
import { refuseLoopingVariants } from './draft-experiment.ts'
import type { Family } from './families.ts'
import { planUpdate } from './plan-update.ts'
import { settleChange } from './settle-change.ts'

export const updateTest = ({ kind, one, params }: Family) =>
  endpoint({
    method: 'PUT',
    path: one,
    summary: 'Change an A/B test: all of a draft, weights alone once it was started',
    permission: 'write',
    params,
    body: updateTestBody,
    bodyLimit: 'destinations',
    readOnly: readOnlyTestMembers,
    current: async ({ params: { id }, reach, sql, config }) =>
      describeAbTest(await findOwnTest(sql, reach, kind, id), config),
    reply: testReply,
    errors: ['NOT_FOUND', 'CONFLICT'],
    async handle({ params: { id }, body, account, reach, sql, redis, config, log }) {
      const test = await findOwnTest(sql, reach, kind, id)
      await refuseLoopingVariants({ sql, config, account_id: account.id }, body.variants ?? [])
      const outcome = await updateAbTest({ sql, redis, config, log }, test, (before) => planUpdate(before, body))
      return { test: describeAbTest(settleChange(outcome, ['draft', 'running', 'paused']), config) }
    },
  })
