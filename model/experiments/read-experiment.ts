import type { Sql, Tx } from '#runtime/postgres.ts'
import { abTestColumns, abTestSource, type FoundAbTest } from './experiment-row.ts'

/** Whoever owns it. */
export async function readAbTest(sql: Sql | Tx, id: string): Promise<FoundAbTest | undefined> {
  const [found] = await sql<FoundAbTest[]>`
    select ${abTestColumns(sql)}
    from ${abTestSource(sql)}
    where ab_tests.id = ${id}`
  return found
}

/** Whoever changes its link too has locked that before. */
export async function lockAbTest(tx: Tx, id: string): Promise<FoundAbTest | undefined> {
  const { count } = await tx`
    select from ab_tests
    where id = ${id}
    for update`
  return count === 0 ? undefined : await readAbTest(tx, id)
}
