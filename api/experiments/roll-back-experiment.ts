import { demand } from '#core/api-error.ts'
import { readBody } from '#core/read-body.ts'
import { describeExperiment } from '#model/experiments/describe-experiment.ts'
import type { FoundExperiment } from '#model/experiments/experiment-row.ts'
import { findOwnExperiment, wrongState } from '#model/experiments/read-experiment.ts'
import { updateExperiment } from '#model/experiments/update-experiment.ts'
import { bodyToRestore, planExperimentRestoration } from '#model/history/experiment-changes.ts'
import { readEarlierState } from '#model/history/read-history.ts'
import { beginRollback } from '#model/history/roll-back.ts'
import { type UpdateExperimentBody, updateExperimentBody } from '#schemas/experiments.ts'
import { experimentRollback, experimentRollbackBody } from '#schemas/history.ts'
import { endpoint } from '../frame/endpoint.ts'
import { changedSince, noSuchEntry } from '../frame/rollback-refusals.ts'
import { refuseVariants } from './draft-experiment.ts'
import type { Family } from './families.ts'
import { planUpdate } from './plan-update.ts'

export const rollBackEndpoint = ({ kind, one, params, noun }: Family) =>
  endpoint({
    method: 'POST',
    path: `${one}/rollback`,
    summary: `Roll back a ${noun}`,
    description:
      'Restores the settings and variants from before a change in the history, which undoes it and all later changes. Once the test has started, only the traffic split is restored; the status never is. If the test is changed in the meantime, the response is 409 and nothing changes.',
    permission: 'write',
    params,
    body: experimentRollbackBody,
    reply: experimentRollback,
    errors: ['NOT_FOUND', 'CONFLICT'],
    async handle({ params: { id: named }, body, account, reach, sql, redis, config, log }) {
      const { entry_id, fields, expected_entry_id, dry_run } = body
      const { id } = await findOwnExperiment(sql, reach, kind, named)
      const { earlier, newest } = demand(await readEarlierState(sql, id, entry_id), () => noSuchEntry(noun))
      if (expected_entry_id !== undefined && expected_entry_id !== newest) throw changedSince(noun)
      const test = await findOwnExperiment(sql, reach, kind, id)
      if (test.status === 'completed') throw wrongState(test.status, ['draft', 'running', 'paused'])
      const plan = planExperimentRestoration(test, earlier, fields)
      if (dry_run || plan.restored.length === 0) return { test: describeExperiment(test, config), ...plan }
      // Checked, because the rules may have changed since.
      const changes = readBody(updateExperimentBody, bodyToRestore(test, plan))
      await refuseVariants({ sql, config, account_id: account.id }, changes.variants ?? [])
      const updated = await updateExperiment(
        { sql, redis, config, log },
        test,
        (before) => planUpdate(before, withMode(before, changes)),
        async (tx) => {
          if (!(await beginRollback(tx, id, { entry_id, newest }))) throw changedSince(noun)
        },
      )
      return { test: describeExperiment(updated, config), ...plan }
    },
  })

/** The weights of an equal split are restored with its variants, and would otherwise make it a weighted one. */
function withMode({ traffic_split_mode }: FoundExperiment, changes: UpdateExperimentBody): UpdateExperimentBody {
  const weights = new Set(changes.variants?.map(({ traffic_weight }) => traffic_weight))
  return weights.size > 1 ? changes : { traffic_split_mode, ...changes }
}
