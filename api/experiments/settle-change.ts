import type { ExperimentOutcome } from '#model/experiments/change-experiment.ts'
import type { FoundExperiment } from '#model/experiments/experiment-row.ts'
import { noSuchExperiment, wrongState } from '#model/experiments/find-own-experiment.ts'
import type { ExperimentStatus } from '#schemas/experiments.ts'

/** The test as it is now. Throws ApiError where it did not change. */
export function settleChange(outcome: ExperimentOutcome, allowed: readonly ExperimentStatus[]): FoundExperiment {
  if (outcome.kind === 'not-found') throw noSuchExperiment()
  if (outcome.kind === 'wrong-state') throw wrongState(outcome.status, allowed)
  return outcome.test
}
