import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '#runtime/postgres.ts'
import { addToHistory } from '../history/add-to-history.ts'
import type { Site } from '../links/describe-link.ts'
import type { LockedLink } from '../links/locked-link.ts'
import { touchLink } from '../links/write-link.ts'
import type { Change, LinkStores } from '../publish/apply-change.ts'
import { changeExperiment } from './change-experiment.ts'
import type { ExperimentSettings, FoundExperiment, Variant } from './experiment-row.ts'
import { insertVariants, logWeights } from './insert-experiment.ts'
import { leadLink } from './lead-link.ts'

export interface ExperimentChanges extends Partial<ExperimentSettings> {
  /** All variants, in order. */
  variants?: Variant[]
}

/**
 * Applies the changes that `plan` returns for the locked test. `plan` and `begin`, which runs before it, throw if a change is not
 * allowed.
 */
export async function updateExperiment(
  stores: LinkStores,
  test: FoundExperiment,
  plan: (before: FoundExperiment) => ExperimentChanges,
  begin?: (tx: Tx) => Promise<void>,
): Promise<FoundExperiment> {
  return await changeExperiment(stores, test, ['draft', 'running', 'paused'], async (tx, before, link) => {
    await begin?.(tx)
    const { variants, ...settings } = plan(before)
    if (variants === undefined && Object.keys(settings).length === 0) return { debts: [] }
    await tx`
      update ab_tests
      set ${tx({ ...settings, updated_at: new Date() })}
      where id = ${before.id}`
    if (variants === undefined) return { debts: [] }
    await recordVariants(tx, before, variants)
    if (before.status === 'draft') {
      await tx`delete from ab_variants where test_id = ${before.id}`
      await insertVariants(tx, before.id, variants)
      return { debts: await followFirst(tx, before, variants, { link, site: stores.config }) }
    }
    await writeWeights(tx, before.id, variants)
    return { debts: before.status === 'running' ? await touchLink(tx, link) : [] }
  })
}

/** The link of a draft that was created for it follows the first variant, unless its own destination was changed. */
async function followFirst(
  tx: Tx,
  { leads_link, variants: [before] }: FoundExperiment,
  [after]: readonly Variant[],
  { link, site }: { link: LockedLink & { account_id: string }; site: Site },
): Promise<Change[]> {
  if (!leads_link || after === undefined || link.url !== before?.destination_url) return []
  if (after.destination_url === link.url) return []
  return await leadLink(tx, link, { url: after.destination_url, field: 'variants.0.destination_url' }, site)
}

async function recordVariants(tx: Tx, { id, account_id, variants }: FoundExperiment, after: Variant[]): Promise<void> {
  const shown = (list: readonly Variant[]) =>
    list.map(({ name, destination_url, traffic_weight }) => ({ name, destination_url, traffic_weight }))
  const values = { before: { variants: shown(variants) }, after: { variants: shown(after) } }
  if (isDeepStrictEqual(values.before, values.after)) return
  await addToHistory(tx, { object_id: id, account_id, ...values })
}

async function writeWeights(tx: Tx, testId: string, variants: readonly Variant[]): Promise<void> {
  const [ids, weights] = [variants.map(({ id }) => id), variants.map(({ traffic_weight }) => traffic_weight)]
  await tx`
    update ab_variants
    set traffic_weight = given.weight
    from unnest(${ids}::uuid[], ${weights}::float8[]) as given (id, weight)
    where ab_variants.id = given.id and ab_variants.test_id = ${testId}`
  await logWeights(tx, testId, variants)
}
