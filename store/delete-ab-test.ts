import type { AbTestStatus } from '#schemas/ab-tests.ts'
import type { FoundAbTest } from './ab-test-row.ts'
import type { LinkStores } from './apply-change.ts'

type TestDeletion = { kind: 'deleted' } | { kind: 'not-found' } | { kind: 'wrong-state'; status: AbTestStatus }

/** All but `running`: no redirector knows of it then. */
export const deletable: readonly AbTestStatus[] = ['draft', 'paused', 'completed']

/** Its conversions go with it; its clicks stay those of the link. */
export async function deleteAbTest({ sql }: Pick<LinkStores, 'sql'>, { id }: FoundAbTest): Promise<TestDeletion> {
  return await sql.begin(async (tx) => {
    const [row] = await tx<{ status: AbTestStatus }[]>`
      select status
      from ab_tests
      where id = ${id}
      for update`
    if (row === undefined) return { kind: 'not-found' }
    if (!deletable.includes(row.status)) return { kind: 'wrong-state', status: row.status }
    await tx`delete from ab_tests where id = ${id}`
    return { kind: 'deleted' }
  })
}
