import type { Tx } from '#runtime/postgres.ts'
import type { AbTestStatus } from '#schemas/experiments.ts'
import { type LockedLink, withLockedLink } from '../links/lock-link.ts'
import { applyChange, type Change, type LinkStores } from '../publish/apply-change.ts'
import { type AbTestEvent, announceAbTest } from './announce-experiment.ts'
import type { FoundAbTest } from './experiment-row.ts'
import { lockAbTest, readAbTest } from './read-experiment.ts'

export type TestOutcome =
  | { kind: 'changed'; test: FoundAbTest }
  | { kind: 'not-found' }
  | { kind: 'wrong-state'; status: AbTestStatus }

interface Effect {
  /** What redirectors have to be told. */
  debts: Change[]
  event?: AbTestEvent
}

export type ChangeTest = (tx: Tx, test: FoundAbTest, link: LockedLink & { account_id: string }) => Promise<Effect>

/** Changes a test that is in one of these states: when this returns, every redirector knows of it. */
export async function changeAbTest(
  stores: LinkStores,
  { id, account_id, link_id }: Pick<FoundAbTest, 'id' | 'account_id' | 'link_id'>,
  from: readonly AbTestStatus[],
  change: ChangeTest,
): Promise<TestOutcome> {
  const outcome = await withLockedLink(stores.sql, { account_id, link_id }, async (tx, link) => {
    const before = await lockAbTest(tx, id)
    if (before === undefined) return { kind: 'not-found' } as const
    if (!from.includes(before.status)) return { kind: 'wrong-state', status: before.status } as const
    const { debts, event } = await change(tx, before, { ...link, account_id })
    const test = await readAbTest(tx, id)
    if (test === undefined) throw new Error(`test ${id} vanished under its lock`)
    if (event !== undefined) await announceAbTest(tx, event, test, stores.config)
    return { kind: 'changed', test, debts } as const
  })
  if (outcome === undefined) return await judgeOrphan(stores, id)
  if (outcome.kind !== 'changed') return outcome
  await Promise.all(outcome.debts.map((debt) => applyChange(stores, debt)))
  return { kind: 'changed', test: outcome.test }
}

/** Its link is deleted: that has completed it. */
async function judgeOrphan({ sql }: LinkStores, id: string): Promise<TestOutcome> {
  const test = await readAbTest(sql, id)
  return test === undefined ? { kind: 'not-found' } : { kind: 'wrong-state', status: test.status }
}
