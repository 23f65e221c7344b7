import type { Tx } from '#runtime/postgres.ts'
import type { ExperimentKind } from '#schemas/experiments.ts'
import type { ExperimentSettings, Variant } from './experiment-row.ts'

export interface NewExperiment extends ExperimentSettings {
  id: string
  kind: ExperimentKind
  /** The link is created for the test, and redirects to the first variant until the test starts. */
  leads_link?: boolean
  variants: Variant[]
}

interface Where {
  account_id: string
  link_id: string
  /** The QR code that encodes the link, if there is one. */
  qr_code_id: string | null
}

/** Inserts a draft, under the lock of its link or in the transaction that creates the link. */
export async function insertExperiment(tx: Tx, { variants, ...test }: NewExperiment, where: Where): Promise<void> {
  const { account_id, link_id } = where
  const qr_code_id = test.kind === 'qr' ? where.qr_code_id : null
  await tx`insert into ab_tests ${tx({ ...test, account_id, link_id, qr_code_id })}`
  await insertVariants(tx, test.id, variants)
}

export async function insertVariants(tx: Tx, test_id: string, variants: readonly Variant[]): Promise<void> {
  const rows = variants.map(({ id, name, destination_url, traffic_weight }, position) => ({
    id,
    test_id,
    position,
    name,
    destination_url,
    traffic_weight,
  }))
  await tx`insert into ab_variants ${tx(rows)}`
}

/** Logs the weights that apply from now on. The expected shares of the variants follow from the log. */
export async function logWeights(tx: Tx, test_id: string, variants: readonly Variant[]): Promise<void> {
  const weights = Object.fromEntries(variants.map(({ id, traffic_weight }) => [id, traffic_weight]))
  await tx`insert into ab_weight_changes ${tx({ test_id, weights: tx.json(weights) })}`
}
