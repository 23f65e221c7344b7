import { ApiError } from '#core/api-error.ts'
import type { Sql } from '#runtime/postgres.ts'
import type { AbTestKind, AbTestStatus } from '#schemas/experiments.ts'
import { outside, type Reach, reaches } from '../accounts/reach.ts'
import type { FoundAbTest } from './experiment-row.ts'
import { readAbTest } from './read-experiment.ts'

export const noSuchTest = () => new ApiError('NOT_FOUND', 'No such A/B test')

export const wrongState = (status: AbTestStatus, allowed: readonly AbTestStatus[]) =>
  new ApiError('CONFLICT', `This does not go with a test that is ${status}`, { status, allowed })

/** The caller's own, of one family: the other one's do not exist there. */
export async function findOwnTest(sql: Sql, reach: Reach, kind: AbTestKind, id: string): Promise<FoundAbTest> {
  const test = await readAbTest(sql, id)
  if (test === undefined || test.account_id !== reach.account_id || test.kind !== kind) throw noSuchTest()
  if (test.link !== null && !reaches(reach, test.link.domain.id)) throw outside()
  return test
}
