import type { Sql, Tx } from '#runtime/postgres.ts'
import { experimentColumns, experimentSource, type FoundExperiment } from './experiment-row.ts'

/** Any account can own it. */
export async function readExperiment(sql: Sql | Tx, id: string): Promise<FoundExperiment | undefined> {
  const [found] = await sql<FoundExperiment[]>`
    select ${experimentColumns(sql)}
    from ${experimentSource(sql)}
    where ab_tests.id = ${id}`
  return found
}

/** Locks the test. Callers that also change its link lock the link first. */
export async function lockExperiment(tx: Tx, id: string): Promise<FoundExperiment | undefined> {
  const { count } = await tx`
    select from ab_tests
    where id = ${id}
    for update`
  return count === 0 ? undefined : await readExperiment(tx, id)
}
