import { demand } from '#core/api-error.ts'
import type { Tx } from '#runtime/postgres.ts'
import type { ExperimentStatus } from '#schemas/experiments.ts'
import { withLockedLink } from '../links/lock-link.ts'
import type { LockedLink } from '../links/locked-link.ts'
import { touchLink } from '../links/write-link.ts'
import { applyChange, type Change, type LinkStores } from '../publish/apply-change.ts'
import type { FoundExperiment } from './experiment-row.ts'
import { lockExperiment, noSuchExperiment, wrongState } from './read-experiment.ts'

/** Every state except `running`, when visitors are redirected to the variants. */
const deletable: readonly ExperimentStatus[] = ['draft', 'paused', 'completed']

/** Also deletes its conversions and its winner. Its clicks remain clicks of the link. */
export async function deleteExperiment(stores: LinkStores, test: FoundExperiment): Promise<void> {
  const { id, account_id, link_id } = test
  const debts = await withLockedLink(stores, { account_id, link_id }, (tx, link) => removeExperiment(tx, id, link))
  if (debts !== undefined) await Promise.all(debts.map((debt) => applyChange(stores, debt)))
  // The link was deleted.
  else await stores.sql.begin((tx) => removeExperiment(tx, id, null))
}

async function removeExperiment(tx: Tx, id: string, link: LockedLink | null): Promise<Change[]> {
  const test = demand(await lockExperiment(tx, id), noSuchExperiment)
  if (!deletable.includes(test.status)) throw wrongState(test.status, deletable)
  await tx`delete from ab_tests where id = ${id}`
  const isLedTo = test.variants.some((variant) => variant.id === link?.winner_variant_id)
  return link !== null && isLedTo ? await touchLink(tx, link, { winner_variant_id: null }) : []
}
