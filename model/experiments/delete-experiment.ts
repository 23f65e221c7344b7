import type { Tx } from '#runtime/postgres.ts'
import type { AbTestStatus } from '#schemas/experiments.ts'
import { type LockedLink, withLockedLink } from '../links/lock-link.ts'
import { touchLink } from '../links/write-link.ts'
import { applyChange, type LinkStores } from '../publish/apply-change.ts'
import type { FoundAbTest } from './experiment-row.ts'
import { lockAbTest } from './read-experiment.ts'

export type TestDeletion = { kind: 'deleted' } | { kind: 'not-found' } | { kind: 'wrong-state'; status: AbTestStatus }

/** All but `running`: visitors meet its variants then. */
export const deletable: readonly AbTestStatus[] = ['draft', 'paused', 'completed']

/** Its conversions go with it, and its winner; its clicks stay those of the link. */
export async function deleteAbTest(stores: LinkStores, test: FoundAbTest): Promise<TestDeletion> {
  const { id, account_id, link_id } = test
  const outcome = await withLockedLink(stores.sql, { account_id, link_id }, (tx, link) => removeTest(tx, id, link))
  // Its link is deleted.
  if (outcome === undefined) return (await stores.sql.begin((tx) => removeTest(tx, id, null))).deletion
  await Promise.all(outcome.debts.map((debt) => applyChange(stores, debt)))
  return outcome.deletion
}

async function removeTest(tx: Tx, id: string, link: LockedLink | null) {
  const test = await lockAbTest(tx, id)
  if (test === undefined) return refused({ kind: 'not-found' })
  if (!deletable.includes(test.status)) return refused({ kind: 'wrong-state', status: test.status })
  await tx`delete from ab_tests where id = ${id}`
  const isLedTo = test.variants.some((variant) => variant.id === link?.winner_variant_id)
  const debts = link !== null && isLedTo ? await touchLink(tx, link, { winner_variant_id: null }) : []
  return { deletion: { kind: 'deleted' } satisfies TestDeletion, debts }
}

const refused = (deletion: TestDeletion) => ({ deletion, debts: [] })
