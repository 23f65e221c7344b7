import { isDeepStrictEqual } from 'node:util'
import { invalidField, malformedFields } from '#core/api-error.ts'
import { changedFields } from '#core/fields.ts'
import type { ExperimentSettings, FoundExperiment, Variant } from '#model/experiments/experiment-row.ts'
import { wrongState } from '#model/experiments/read-experiment.ts'
import type { ExperimentChanges } from '#model/experiments/update-experiment.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import {
  type ChangedVariant,
  findWeightFaults,
  type SplitMode,
  type UpdateExperimentBody,
} from '#schemas/experiments.ts'
import { shareOut, usualName } from './draft-experiment.ts'

/** The changes of a body to a test. After the start, only the traffic split can change. */
export function planUpdate(
  before: FoundExperiment,
  { variants: given, ...body }: UpdateExperimentBody,
): ExperimentChanges {
  const mode = body.traffic_split_mode ?? inferMode(before, given)
  const named: NamedVariant[] = given === undefined ? before.variants : nameVariants(before, given)
  const [fault] = mode === 'weighted' ? findWeightFaults(named) : []
  if (fault !== undefined) throw invalidField(fault.field.join('.'), fault.message)
  const variants = shareOut(
    mode,
    named.map((variant) => ({ ...variant, traffic_weight: variant.traffic_weight ?? 0 })),
  )
  const settings = changedFields({ ...body, traffic_split_mode: mode }, before)
  if (before.status !== 'draft') refuseMoreThanWeights(before, settings, variants)
  return { ...settings, ...(!isDeepStrictEqual(variants, before.variants) && { variants }) }
}

/** New weights imply a weighted split. */
function inferMode(before: FoundExperiment, given: readonly ChangedVariant[] | undefined): SplitMode {
  const weightOf = new Map(before.variants.map(({ id, traffic_weight }) => [id, traffic_weight]))
  const isNew = ({ id, traffic_weight }: ChangedVariant) =>
    (traffic_weight ?? null) !== null && traffic_weight !== weightOf.get(id ?? '')
  return given?.some(isNew) ? 'weighted' : before.traffic_split_mode
}

/** A new variant may have no weight. */
type NamedVariant = Omit<Variant, 'traffic_weight'> & { traffic_weight: number | null }

/** The new variants. Members that are not given do not change. */
function nameVariants({ id: testId, variants }: FoundExperiment, given: readonly ChangedVariant[]): NamedVariant[] {
  const known = new Map(variants.map((variant) => [variant.id, variant]))
  return given.map((change, index) => {
    if (change.test_id !== undefined && change.test_id !== testId) throw strange(index, 'test_id')
    const old = change.id === undefined ? undefined : known.get(change.id)
    if (change.id !== undefined && !known.delete(change.id)) throw strange(index, 'id')
    const destination_url = change.destination_url ?? old?.destination_url
    if (destination_url === undefined) {
      throw malformedFields([{ field: `variants.${index}.destination_url`, message: 'Required.' }])
    }
    const name = change.name === undefined ? old?.name : change.name
    const traffic_weight = change.traffic_weight ?? old?.traffic_weight ?? null
    return { id: old?.id ?? uuidv7(), name: name ?? usualName(index), destination_url, traffic_weight }
  })
}

const strange = (index: number, member: 'id' | 'test_id') =>
  invalidField(`variants.${index}.${member}`, 'Must belong to this test and appear only once.')

function refuseMoreThanWeights(
  { status, variants: before }: FoundExperiment,
  { traffic_split_mode: _, ...settings }: Partial<ExperimentSettings>,
  after: readonly Variant[],
): void {
  const withoutWeight = ({ traffic_weight: _weight, ...rest }: Variant) => rest
  const keepsVariants = isDeepStrictEqual(after.map(withoutWeight), before.map(withoutWeight))
  if (Object.keys(settings).length > 0 || !keepsVariants) throw wrongState(status, ['draft'])
}
