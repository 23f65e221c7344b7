import { ApiError } from '#core/api-error.ts'
import type { Sql, Tx } from '#runtime/postgres.ts'
import type { ExperimentKind, ExperimentStatus } from '#schemas/experiments.ts'
import { outside, type Reach, reaches } from '../accounts/reach.ts'
import { experimentColumns, experimentSource, type FoundExperiment } from './experiment-row.ts'

/** Any account can own it. */
export async function readExperiment(sql: Sql | Tx, id: string): Promise<FoundExperiment | undefined> {
  const [found] = await sql<FoundExperiment[]>`
    select ${experimentColumns(sql)}
    from ${experimentSource(sql)}
    where ab_tests.id = ${id}`
  return found
}

export const noSuchExperiment = () => new ApiError('NOT_FOUND', 'A/B test not found.')

export const wrongState = (status: ExperimentStatus, allowed: readonly ExperimentStatus[]) =>
  new ApiError('CONFLICT', `The test is ${status}. It has to be ${allowed.join(' or ')}.`, { status, allowed })

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

/** Locks the test. Callers that also change its link lock the link first. */
export async function lockExperiment(tx: Tx, id: string): Promise<FoundExperiment | undefined> {
  const { count } = await tx`
    select from ab_tests
    where id = ${id}
    for update`
  return count === 0 ? undefined : await readExperiment(tx, id)
}
