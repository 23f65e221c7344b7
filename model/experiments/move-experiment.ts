import { randomBytes } from 'node:crypto'
import type { Tx } from '#runtime/postgres.ts'
import type { SecretKeys } from '#runtime/secret-keys.ts'
import type { ExperimentStatus } from '#schemas/experiments.ts'
import { sealSecret } from '../installation/stored-secrets.ts'
import { touchLink } from '../links/write-link.ts'
import type { LinkStores } from '../publish/apply-change.ts'
import { changeExperiment } from './change-experiment.ts'
import type { FoundExperiment } from './experiment-row.ts'
import { logWeights } from './insert-experiment.ts'

const moves = {
  start: { from: ['draft', 'paused'], to: 'running', event: 'ab_test.started' },
  resume: { from: ['paused'], to: 'running', event: 'ab_test.started' },
  pause: { from: ['running'], to: 'paused', event: 'ab_test.paused' },
} as const satisfies Record<string, { from: readonly ExperimentStatus[]; to: ExperimentStatus; event: string }>
export type Move = keyof typeof moves

const secretBytes = 16

/** The secret survives a pause, so every visitor sees the same variant again. */
export async function moveExperiment(
  stores: LinkStores & { secretKeys: SecretKeys },
  test: FoundExperiment,
  move: Move,
): Promise<FoundExperiment> {
  const { from, to, event } = moves[move]
  return await changeExperiment(stores, test, from, async (tx, before, link) => {
    if (before.status === 'draft') await begin(tx, stores.secretKeys, before)
    await tx`
      update ab_tests
      set status = ${to}, paused_at = ${to === 'paused' ? tx`now()` : null}, updated_at = now()
      where id = ${before.id}`
    // Clears the winner of an earlier test, so that a paused test redirects to the link's own destination.
    return { debts: await touchLink(tx, link, { winner_variant_id: null }), event }
  })
}

async function begin(tx: Tx, secretKeys: SecretKeys, { id, variants }: FoundExperiment): Promise<void> {
  const sealed = await sealSecret(tx, secretKeys, 'test secret', randomBytes(secretBytes).toString('hex'))
  await tx`
    update ab_tests
    set status = 'running', secret = ${Buffer.from(sealed)}, started_at = now()
    where id = ${id}`
  await logWeights(tx, id, variants)
}
