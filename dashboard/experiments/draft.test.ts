import { expect, it } from 'vitest'
import {
  draftOf,
  emptyExperiment,
  emptyVariant,
  evenWeights,
  sharesOf,
  weightFault,
  weightsOf,
  withWeights,
} from './draft.ts'

const variant = (destination_url: string, weight = '', name = '') => ({
  ...emptyVariant(weight),
  destination_url,
  name,
})
const filled = {
  ...emptyExperiment(),
  name: ' Headline ',
  variants: [variant('example.com/a', '70', 'Short'), variant('https://b.example/', '30')],
}

it('builds the request from the form, without weights for an equal split', () => {
  expect(draftOf(filled)).toEqual({
    name: 'Headline',
    description: null,
    hypothesis: null,
    traffic_split_mode: 'equal',
    conversions_enabled: true,
    min_sample_size: 100,
    confidence_level: 95,
    variants: [
      { name: 'Short', destination_url: 'https://example.com/a' },
      { name: null, destination_url: 'https://b.example/' },
    ],
  })
})

it('includes weights for a weighted split, and the IDs of existing variants', () => {
  const known = {
    ...filled,
    isWeighted: true,
    variants: filled.variants.map((each, id) => ({ ...each, id: String(id) })),
  }
  expect(weightsOf(known)).toEqual({
    traffic_split_mode: 'weighted',
    variants: [
      { id: '0', name: 'Short', destination_url: 'https://example.com/a', traffic_weight: 70 },
      { id: '1', name: null, destination_url: 'https://b.example/', traffic_weight: 30 },
    ],
  })
})

it.each([2, 3, 7, 10])('splits 100 percent evenly among %i', (variants) => {
  const weights = evenWeights(variants)
  expect(weights.reduce((all, weight) => all + weight)).toBe(100)
  expect(Math.max(...weights) - Math.min(...weights)).toBeLessThanOrEqual(1)
  expect(
    weightFault(
      withWeights(
        weights.map(() => emptyVariant()),
        weights,
      ),
    ),
  ).toBeUndefined()
})

it.each([
  [['50', ''], 'Enter a weight for each variant.'],
  [['50', 'x'], 'Enter a weight for each variant.'],
  [['50', '40'], 'Weights must add up to 100%: 10% left.'],
  [['50', '50.5'], 'Weights must add up to 100%: 0.5% over.'],
  [['33.33', '33.33', '33.33'], undefined],
  [['99.5', '0.5'], undefined],
])('checks the weights %j', (weights, fault) => {
  expect(weightFault(weights.map((weight) => ({ weight })))).toBe(fault)
})

it('draws weights that do not add up to 100 percent', () => {
  const shares = (...weights: string[]) =>
    sharesOf({ isWeighted: true, variants: weights.map((weight) => emptyVariant(weight)) })
  expect(shares('50', '25')).toEqual([0.5, 0.25])
  expect(shares('150', '50')).toEqual([0.75, 0.25])
  expect(shares('', '')).toEqual([0, 0])
  expect(sharesOf({ isWeighted: false, variants: [emptyVariant(), emptyVariant()] })).toEqual([0.5, 0.5])
})
