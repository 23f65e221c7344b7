import type { AbTestStatus } from '#schemas/ab-tests.ts'
import type { FoundAbTest } from '#store/ab-test-row.ts'
import type { TestOutcome } from '#store/change-ab-test.ts'
import { noSuchTest, wrongState } from './find-test.ts'

/** The test as it is now. Throws ApiError where it did not change. */
export function settleChange(outcome: TestOutcome, allowed: readonly AbTestStatus[]): FoundAbTest {
  if (outcome.kind === 'not-found') throw noSuchTest()
  if (outcome.kind === 'wrong-state') throw wrongState(outcome.status, allowed)
  return outcome.test
}
