import { demand } from '#core/api-error.ts'
import type { Tx } from '#runtime/postgres.ts'
import type { ExperimentStatus } from '#schemas/experiments.ts'
import type { Site } from '../links/describe-link.ts'
import { withLockedLink } from '../links/lock-link.ts'
import type { LockedLink } from '../links/locked-link.ts'
import { applyChange, type Change, type LinkStores } from '../publish/apply-change.ts'
import { announceEach } from '../webhooks/announce.ts'
import { describeExperiment, filteredMembers } from './describe-experiment.ts'
import type { FoundExperiment } from './experiment-row.ts'
import { lockExperiment, noSuchExperiment, readExperiment, wrongState } from './read-experiment.ts'

type ExperimentEvent = 'ab_test.started' | 'ab_test.paused' | 'ab_test.completed'

interface Effect {
  /** Changes to publish to redirectors. */
  debts: Change[]
  event?: ExperimentEvent
}

export type ChangeExperiment = (
  tx: Tx,
  test: FoundExperiment,
  link: LockedLink & { account_id: string },
) => Promise<Effect>

/** Changes a test that is in one of these states, otherwise throws. When this returns, every redirector serves the change. */
export async function changeExperiment(
  stores: LinkStores,
  { id, account_id, link_id }: Pick<FoundExperiment, 'id' | 'account_id' | 'link_id'>,
  from: readonly ExperimentStatus[],
  change: ChangeExperiment,
): Promise<FoundExperiment> {
  const changed = await withLockedLink(stores, { account_id, link_id }, async (tx, link) => {
    const before = demand(await lockExperiment(tx, id), noSuchExperiment)
    if (!from.includes(before.status)) throw wrongState(before.status, from)
    const { debts, event } = await change(tx, before, { ...link, account_id })
    const test = await readExperiment(tx, id)
    if (test === undefined) throw new Error(`test ${id} vanished under its lock`)
    if (event !== undefined) await announceExperiment(tx, event, test, stores.config)
    return { test, debts }
  })
  if (changed === undefined) {
    // Deleting its link has completed the test.
    const orphan = await readExperiment(stores.sql, id)
    throw orphan === undefined ? noSuchExperiment() : wrongState(orphan.status, from)
  }
  await Promise.all(changed.debts.map((debt) => applyChange(stores, debt)))
  return changed.test
}

export async function announceExperiment(
  tx: Tx,
  type: ExperimentEvent,
  test: FoundExperiment,
  site: Site,
): Promise<void> {
  const data = { ...describeExperiment(test, site), short_url_id: test.link_id }
  await announceEach(tx, type, [
    { account_id: test.account_id, data, filteredMembers: filteredMembers(test.link, site) },
  ])
}
