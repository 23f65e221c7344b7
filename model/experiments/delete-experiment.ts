import type { Tx } from '#runtime/postgres.ts'
import type { ExperimentStatus } from '#schemas/experiments.ts'
import { type LockedLink, withLockedLink } from '../links/lock-link.ts'
import { touchLink } from '../links/write-link.ts'
import { applyChange, type LinkStores } from '../publish/apply-change.ts'
import type { FoundExperiment } from './experiment-row.ts'
import { lockExperiment } from './read-experiment.ts'

export type ExperimentDeletion =
  | { kind: 'deleted' }
  | { kind: 'not-found' }
  | { kind: 'wrong-state'; status: ExperimentStatus }

/** All but `running`: visitors meet its variants then. */
export const deletable: readonly ExperimentStatus[] = ['draft', 'paused', 'completed']

/** Its conversions go with it, and its winner; its clicks stay those of the link. */
export async function deleteExperiment(stores: LinkStores, test: FoundExperiment): Promise<ExperimentDeletion> {
  const { id, account_id, link_id } = test
  const outcome = await withLockedLink(stores.sql, { account_id, link_id }, (tx, link) =>
    removeExperiment(tx, id, link),
  )
  // Its link is deleted.
  if (outcome === undefined) return (await stores.sql.begin((tx) => removeExperiment(tx, id, null))).deletion
  await Promise.all(outcome.debts.map((debt) => applyChange(stores, debt)))
  return outcome.deletion
}

async function removeExperiment(tx: Tx, id: string, link: LockedLink | null) {
  const test = await lockExperiment(tx, id)
  if (test === undefined) return refused({ kind: 'not-found' })
  if (!deletable.includes(test.status)) return refused({ kind: 'wrong-state', status: test.status })
  await tx`delete from ab_tests where id = ${id}`
  const isLedTo = test.variants.some((variant) => variant.id === link?.winner_variant_id)
  const debts = link !== null && isLedTo ? await touchLink(tx, link, { winner_variant_id: null }) : []
  return { deletion: { kind: 'deleted' } satisfies ExperimentDeletion, debts }
}

const refused = (deletion: ExperimentDeletion) => ({ deletion, debts: [] })
