import type { FieldError } from '#core/sentence-about.ts'
import type { Experiment, ExperimentBody, ExperimentKind } from '../api/experiments.ts'
import { withScheme } from '../format/urls.ts'

/** The limits in schemas/experiments.ts. */
export const [leastVariants, mostVariants] = [2, 10] as const

export interface FilledVariant {
  /** Stable React key of the row. */
  key: string
  id?: string
  name: string
  destination_url: string
  weight: string
}

/** Form values are text; '' means empty. */
export interface FilledExperiment {
  name: string
  description: string
  hypothesis: string
  isWeighted: boolean
  conversions: boolean
  sample: string
  confidence: string
  variants: FilledVariant[]
  /** What a new test tests. */
  target: Target
}

export interface Target {
  kind: ExperimentKind
  isOwn: boolean
  id: string | null
  alias: string
}

const newLink: Target = { kind: 'url', isOwn: false, id: null, alias: '' }

/** Restored drafts have keys, too, so a counter would repeat them. */
export const emptyVariant = (weight = ''): FilledVariant => ({
  key: `new-${Math.random()}`,
  name: '',
  destination_url: '',
  weight,
})

/** `tested`: the existing link or QR code to start with. */
export const emptyExperiment = (kind: ExperimentKind = 'url', tested?: string): FilledExperiment => ({
  name: '',
  description: '',
  hypothesis: '',
  isWeighted: false,
  conversions: true,
  sample: '100',
  confidence: '95',
  variants: withWeights([emptyVariant(), emptyVariant()], evenWeights(2)),
  target: { ...newLink, kind, ...(tested !== undefined && { isOwn: true, id: tested }) },
})

export const filledOf = (test: Experiment): FilledExperiment => ({
  name: test.name,
  description: test.description ?? '',
  hypothesis: test.hypothesis ?? '',
  isWeighted: test.traffic_split_mode === 'weighted',
  conversions: test.conversions_enabled,
  sample: String(test.min_sample_size),
  confidence: String(test.confidence_level),
  variants: test.variants.map(({ id, name, destination_url, traffic_weight }) => ({
    key: id,
    id,
    name,
    destination_url,
    weight: String(Math.round(traffic_weight * 100) / 100),
  })),
  target: newLink,
})

export const draftOf = (filled: FilledExperiment): ExperimentBody => ({
  name: filled.name.trim(),
  description: orNull(filled.description),
  hypothesis: orNull(filled.hypothesis),
  traffic_split_mode: filled.isWeighted ? 'weighted' : 'equal',
  conversions_enabled: filled.conversions,
  min_sample_size: Number(filled.sample),
  confidence_level: Number(filled.confidence),
  variants: variantsOf(filled),
})

/** The only members that may change after a test has started. */
export const weightsOf = (filled: FilledExperiment): Pick<ExperimentBody, 'traffic_split_mode' | 'variants'> => ({
  traffic_split_mode: filled.isWeighted ? 'weighted' : 'equal',
  variants: variantsOf(filled),
})

const variantsOf = ({ variants, isWeighted }: FilledExperiment): ExperimentBody['variants'] =>
  variants.map(({ id, name, destination_url, weight }) => ({
    ...(id !== undefined && { id }),
    name: orNull(name),
    destination_url: withScheme(destination_url.trim()),
    ...(isWeighted && { traffic_weight: Number(weight) }),
  }))

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())

/** Whole percentages that add up to 100, such as 34, 33, 33. */
export function evenWeights(variants: number): number[] {
  const least = Math.floor(100 / variants)
  return Array.from({ length: variants }, (_, index) => least + (index < 100 - least * variants ? 1 : 0))
}

export const withWeights = (variants: readonly FilledVariant[], weights: readonly number[]): FilledVariant[] =>
  variants.map((variant, index) => ({ ...variant, weight: String(weights[index] ?? 0) }))

/** What the browser cannot find wrong: no link or QR code is chosen, or the weights do not add up. */
export function findFaults({ target, isWeighted, variants }: FilledExperiment): FieldError[] {
  const fault = isWeighted ? weightFault(variants) : undefined
  return [
    ...(target.isOwn && target.id === null ? [missingTarget(target.kind)] : []),
    ...(fault === undefined ? [] : [{ field: 'variants', message: fault }]),
  ]
}

const missingTarget = (kind: ExperimentKind): FieldError =>
  kind === 'url'
    ? { field: targetFields.url, message: 'Choose a link.' }
    : { field: targetFields.qr, message: 'Choose a QR code.' }

/** Fields of the API for an existing link or QR code. */
export const targetFields = { url: 'primary_url_id', qr: 'qr_code_id' } as const

const tolerance = 0.011

/** The error message for the weights; undefined if they add up to 100. */
export function weightFault(variants: readonly Pick<FilledVariant, 'weight'>[]): string | undefined {
  const missing = variants.findIndex(({ weight }) => weight.trim() === '' || Number.isNaN(Number(weight)))
  if (missing !== -1) return 'Enter a weight for each variant.'
  const sum = variants.reduce((all, { weight }) => all + Number(weight), 0)
  if (Math.abs(sum - 100) < tolerance) return undefined
  const off = Math.round(Math.abs(sum - 100) * 100) / 100
  return `Weights must add up to 100%: ${off}% ${sum < 100 ? 'left' : 'over'}.`
}

/** The share of each variant, from 0 to 1, for the bar below the weights. */
export function sharesOf({ variants, isWeighted }: Pick<FilledExperiment, 'variants' | 'isWeighted'>): number[] {
  if (!isWeighted) return variants.map(() => 1 / variants.length)
  const weights = variants.map(({ weight }) => Math.max(0, Number(weight) || 0))
  const sum = weights.reduce((all, weight) => all + weight, 0)
  return weights.map((weight) => (sum === 0 ? 0 : weight / Math.max(100, sum)))
}
