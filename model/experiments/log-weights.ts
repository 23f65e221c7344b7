import type { Tx } from '#runtime/postgres.ts'
import type { Variant } from './experiment-row.ts'

/** From now on visitors are shared out like this: which shares were to be expected follows from the log. */
export async function logWeights(tx: Tx, test_id: string, variants: readonly Variant[]): Promise<void> {
  const weights = Object.fromEntries(variants.map(({ id, traffic_weight }) => [id, traffic_weight]))
  await tx`insert into ab_weight_changes ${tx({ test_id, weights: tx.json(weights) })}`
}
