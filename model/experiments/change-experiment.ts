import type { Tx } from '#runtime/postgres.ts'
import type { ExperimentStatus } from '#schemas/experiments.ts'
import { type LockedLink, withLockedLink } from '../links/lock-link.ts'
import { applyChange, type Change, type LinkStores } from '../publish/apply-change.ts'
import { announceExperiment, type ExperimentEvent } from './announce-experiment.ts'
import type { FoundExperiment } from './experiment-row.ts'
import { lockExperiment, readExperiment } from './read-experiment.ts'

export type ExperimentOutcome =
  | { kind: 'changed'; test: FoundExperiment }
  | { kind: 'not-found' }
  | { kind: 'wrong-state'; status: ExperimentStatus }

interface Effect {
  /** What redirectors have to be told. */
  debts: Change[]
  event?: ExperimentEvent
}

export type ChangeExperiment = (
  tx: Tx,
  test: FoundExperiment,
  link: LockedLink & { account_id: string },
) => Promise<Effect>

/** Changes a test that is in one of these states: when this returns, every redirector knows of it. */
export async function changeExperiment(
  stores: LinkStores,
  { id, account_id, link_id }: Pick<FoundExperiment, 'id' | 'account_id' | 'link_id'>,
  from: readonly ExperimentStatus[],
  change: ChangeExperiment,
): Promise<ExperimentOutcome> {
  const outcome = await withLockedLink(stores.sql, { account_id, link_id }, async (tx, link) => {
    const before = await lockExperiment(tx, id)
    if (before === undefined) return { kind: 'not-found' } as const
    if (!from.includes(before.status)) return { kind: 'wrong-state', status: before.status } as const
    const { debts, event } = await change(tx, before, { ...link, account_id })
    const test = await readExperiment(tx, id)
    if (test === undefined) throw new Error(`test ${id} vanished under its lock`)
    if (event !== undefined) await announceExperiment(tx, event, test, stores.config)
    return { kind: 'changed', test, debts } as const
  })
  if (outcome === undefined) return await judgeOrphan(stores, id)
  if (outcome.kind !== 'changed') return outcome
  await Promise.all(outcome.debts.map((debt) => applyChange(stores, debt)))
  return { kind: 'changed', test: outcome.test }
}

/** Its link is deleted: that has completed it. */
async function judgeOrphan({ sql }: LinkStores, id: string): Promise<ExperimentOutcome> {
  const test = await readExperiment(sql, id)
  return test === undefined ? { kind: 'not-found' } : { kind: 'wrong-state', status: test.status }
}
