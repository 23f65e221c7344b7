import { ApiError } from '#core/api-error.ts'
import type { Sql } from '#runtime/postgres.ts'
import type { ExperimentKind, ExperimentStatus } from '#schemas/experiments.ts'
import { outside, type Reach, reaches } from '../accounts/reach.ts'
import type { FoundExperiment } from './experiment-row.ts'
import { readExperiment } from './read-experiment.ts'

export const noSuchExperiment = () => new ApiError('NOT_FOUND', 'A/B test not found.')

export const wrongState = (status: ExperimentStatus, allowed: readonly ExperimentStatus[]) =>
  new ApiError('CONFLICT', `Not allowed while the test is ${status}.`, { status, allowed })

/** The caller's own test of one kind; tests of the other kind are not found. */
export async function findOwnExperiment(
  sql: Sql,
  reach: Reach,
  kind: ExperimentKind,
  id: string,
): Promise<FoundExperiment> {
  const test = await readExperiment(sql, id)
  if (test === undefined || test.account_id !== reach.account_id || test.kind !== kind) throw noSuchExperiment()
  if (test.link !== null && !reaches(reach, test.link.domain.id)) throw outside()
  return test
}
