import type { Variant } from '#model/experiments/experiment-row.ts'
import type { NewExperiment } from '#model/experiments/insert-experiment.ts'
import { refuseDestinationsAmong } from '#model/safety/refuse-destinations.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import type { ExperimentKind, NewExperimentBody, SplitMode } from '#schemas/experiments.ts'
import type { Context } from '../frame/endpoint.ts'

/** The new test in a body. Throws ApiError if a destination would cause a redirect loop. */
export async function draftExperiment(
  { account, sql, config }: Pick<Context<unknown, unknown, unknown>, 'account' | 'sql' | 'config'>,
  kind: ExperimentKind,
  body: NewExperimentBody,
): Promise<NewExperiment> {
  const { name, description = null, hypothesis = null, traffic_split_mode, variants } = body
  const { conversions_enabled, min_sample_size, confidence_level } = body
  await refuseVariants({ sql, config, account_id: account.id }, variants)
  return {
    id: uuidv7(),
    kind,
    name,
    description,
    hypothesis,
    traffic_split_mode,
    conversions_enabled,
    min_sample_size,
    confidence_level,
    variants: shareOut(
      traffic_split_mode,
      variants.map((variant, index) => ({
        id: uuidv7(),
        name: variant.name ?? usualName(index),
        destination_url: variant.destination_url,
        traffic_weight: variant.traffic_weight ?? 0,
      })),
    ),
  }
}

export async function refuseVariants(
  asking: Parameters<typeof refuseDestinationsAmong>[0],
  variants: readonly { destination_url?: string | undefined }[],
): Promise<void> {
  const urls = variants.flatMap(({ destination_url: url }, index) =>
    url === undefined ? [] : [{ field: `variants.${index}.destination_url`, url }],
  )
  await refuseDestinationsAmong(asking, urls)
}

/** An equal split ignores given weights. */
export function shareOut(mode: SplitMode, variants: readonly Variant[]): Variant[] {
  if (mode === 'weighted') return [...variants]
  return variants.map((variant) => ({ ...variant, traffic_weight: equalShare(variants.length) }))
}

/** Four decimals, so that the weights sum to 100 within 0.01 and a record can be sent back as weighted. */
const equalShare = (variants: number): number => Math.round(1_000_000 / variants) / 10_000

/** Variant A, Variant B, ... */
export const usualName = (index: number): string => `Variant ${String.fromCharCode(65 + index)}`
