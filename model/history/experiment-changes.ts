import { isDeepStrictEqual } from 'node:util'
import { type ExperimentRestorable, experimentFields } from '#schemas/history.ts'
import type { FoundExperiment } from '../experiments/experiment-row.ts'
import type { Restoration } from './link-changes.ts'
import type { ColumnValues } from './read-history.ts'

/** Variants as the history keeps them. */
interface KeptVariant {
  name: string
  destination_url: string
  traffic_weight: number
}

/** What differs between a test and its earlier columns. After the start, only the traffic split can be restored. */
export function planExperimentRestoration(
  test: FoundExperiment,
  earlier: ColumnValues,
  fields?: readonly ExperimentRestorable[],
): Restoration {
  const plan: Restoration = { restored: [], not_restored: [] }
  for (const field of experimentFields) {
    if (!(field in earlier) || fields?.includes(field) === false) continue
    const [before, after] = [field === 'variants' ? test.variants.map(keptOf) : test[field], earlier[field]]
    if (isDeepStrictEqual(before, after)) continue
    if (mayRestore(test, field, after)) plan.restored.push({ field, before, after })
    else plan.not_restored.push(field)
  }
  return plan
}

function mayRestore({ status, variants }: FoundExperiment, field: ExperimentRestorable, after: unknown): boolean {
  if (status === 'draft' || field === 'traffic_split_mode') return true
  if (field !== 'variants') return false
  const names = (list: readonly KeptVariant[]) => list.map(({ name, destination_url }) => [name, destination_url])
  return isDeepStrictEqual(names(after as KeptVariant[]), names(variants))
}

const keptOf = ({ name, destination_url, traffic_weight }: KeptVariant): KeptVariant => ({
  name,
  destination_url,
  traffic_weight,
})

/** The body of an update that restores the fields. Variants keep their IDs by position. */
export function bodyToRestore({ variants }: FoundExperiment, { restored }: Restoration): Record<string, unknown> {
  return Object.fromEntries(
    restored.map(({ field, after }) =>
      field === 'variants'
        ? [field, (after as KeptVariant[]).map((each, index) => ({ ...each, id: variants[index]?.id }))]
        : [field, after],
    ),
  )
}
