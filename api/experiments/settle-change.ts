import type { TestOutcome } from '#model/experiments/change-experiment.ts'
import type { FoundAbTest } from '#model/experiments/experiment-row.ts'
import { noSuchTest, wrongState } from '#model/experiments/find-own-experiment.ts'
import type { AbTestStatus } from '#schemas/experiments.ts'

/** The test as it is now. Throws ApiError where it did not change. */
export function settleChange(outcome: TestOutcome, allowed: readonly AbTestStatus[]): FoundAbTest {
  if (outcome.kind === 'not-found') throw noSuchTest()
  if (outcome.kind === 'wrong-state') throw wrongState(outcome.status, allowed)
  return outcome.test
}
