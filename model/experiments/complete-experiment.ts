import type { Tx } from '#runtime/postgres.ts'
import type { ExperimentStatus } from '#schemas/experiments.ts'
import type { Site } from '../links/describe-link.ts'
import { touchLink } from '../links/write-link.ts'
import type { LinkStores } from '../publish/apply-change.ts'
import { announceExperiment, changeExperiment } from './change-experiment.ts'
import type { FoundExperiment, Variant } from './experiment-row.ts'
import { leadLink } from './lead-link.ts'
import { readExperiment } from './read-experiment.ts'

const completable: readonly ExperimentStatus[] = ['running', 'paused']

interface Completion {
  /** All visitors are redirected to it. */
  winner: Variant | null
  /** The winner also becomes the destination of the link. */
  apply_winner: boolean
}

/** Ends a test and destroys its secret. */
export async function completeExperiment(
  stores: LinkStores,
  test: FoundExperiment,
  { winner, apply_winner }: Completion,
): Promise<FoundExperiment> {
  return await changeExperiment(stores, test, completable, async (tx, before, link) => {
    await writeEnd(tx, before.id, winner?.id ?? null)
    const url = apply_winner && winner !== null ? winner.destination_url : link.url
    const winner_variant_id = apply_winner ? null : (winner?.id ?? null)
    const debts =
      url === link.url
        ? await touchLink(tx, link, { winner_variant_id })
        : await leadLink(tx, { ...link, ab_test_id: null }, { url, field: 'apply_winner' }, stores.config)
    return { debts, event: 'ab_test.completed' }
  })
}

/** Ends the test, in any state and without a winner, because its link or code is deleted. */
export async function endExperiment(tx: Tx, id: string, site: Site): Promise<void> {
  await writeEnd(tx, id, null)
  const test = await readExperiment(tx, id)
  if (test === undefined) throw new Error(`test ${id} vanished under the lock of its link`)
  await announceExperiment(tx, 'ab_test.completed', test, site)
}

async function writeEnd(tx: Tx, id: string, winner_variant_id: string | null): Promise<void> {
  await tx`
    update ab_tests
    set status = 'completed', secret = null, winner_variant_id = ${winner_variant_id}, paused_at = null,
      completed_at = now(), updated_at = now()
    where id = ${id}`
}
