import type { Tx } from '#runtime/postgres.ts'
import type { Variant } from './experiment-row.ts'

/** Logs the weights that apply from now on. The expected shares of the variants follow from the log. */
export async function logWeights(tx: Tx, test_id: string, variants: readonly Variant[]): Promise<void> {
  const weights = Object.fromEntries(variants.map(({ id, traffic_weight }) => [id, traffic_weight]))
  await tx`insert into ab_weight_changes ${tx({ test_id, weights: tx.json(weights) })}`
}
