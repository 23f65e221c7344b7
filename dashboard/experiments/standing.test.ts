import { describe, expect, it } from 'vitest'
import type { FullExperiment, VariantFigures } from '../api/experiments.ts'
import { describeSplit, describeStanding, leaderOf, nameOf } from './standing.ts'

type Finding = { z: number; significant: boolean }

const figures = (name: string, conversion_rate: number, finding?: Finding, clicks = 500): VariantFigures => ({
  id: name,
  name,
  destination_url: 'https://example.com/',
  traffic_weight: 50,
  clicks,
  clicks_since_weight_change: clicks,
  unique_visitors: clicks,
  conversions: 1,
  conversion_rate,
  uplift: 20,
  interval: { lower: 0, upper: 1 },
  difference: null,
  ...(finding && {
    significance: {
      zScore: finding.z,
      pValue: finding.significant ? 0.01 : 0.4,
      isSignificant: finding.significant,
      confidence: 99,
    },
  }),
})

const full = (analytics: VariantFigures[], test: Partial<FullExperiment['test']> = {}) =>
  ({
    kind: 'url',
    test: {
      status: 'running',
      conversions_enabled: true,
      min_sample_size: 100,
      confidence_level: 95,
      winner_variant_id: null,
      ...test,
    },
    analytics,
  }) as FullExperiment

const up = { z: 3, significant: true }
const down = { z: -3, significant: true }
const unsure = { z: 3, significant: false }

describe('the result of a test', () => {
  it('names no leader while collecting data, even if the rates are far apart', () => {
    const standing = describeStanding(full([figures('A', 1, undefined, 99), figures('B', 90, undefined, 400)]))
    expect(standing).toMatchObject({ kind: 'collecting', leader: null })
    expect(standing.text).toContain('The lowest count so far is 99.')
  })

  it('names the best of the variants that are significantly better than the first', () => {
    const test = full([figures('A', 1), figures('B', 3, up), figures('C', 4, up), figures('D', 9, unsure)])
    expect(describeStanding(test)).toMatchObject({ kind: 'ahead', leader: 2, title: '“C” is ahead' })
    expect(leaderOf(test)).toBe('C')
  })

  it('names the first variant only if all others are significantly worse', () => {
    expect(describeStanding(full([figures('A', 5), figures('B', 3, down), figures('C', 2, down)]))).toMatchObject({
      kind: 'behind',
      leader: 0,
    })
    expect(describeStanding(full([figures('A', 5), figures('B', 3, down), figures('C', 4, unsure)]))).toMatchObject({
      kind: 'open',
      leader: null,
    })
  })

  it('names no leader without conversions, or before the start', () => {
    const both = [figures('A', 1), figures('B', 3, up)]
    expect(describeStanding(full(both, { conversions_enabled: false }))).toMatchObject({
      kind: 'uncounted',
      leader: null,
    })
    expect(describeStanding(full(both, { status: 'draft' }))).toMatchObject({ kind: 'draft', leader: null })
  })

  it('names the declared winner of a completed test, regardless of its results', () => {
    const both = [figures('A', 1), figures('Variant B', 3, up)]
    const won = full(both, { status: 'completed', winner_variant_id: 'A' })
    expect(describeStanding(won)).toMatchObject({ kind: 'completed', title: '“A” won', leader: 0 })
    expect(leaderOf(won)).toBeNull()
    expect(describeStanding(full(both, { status: 'completed' }))).toMatchObject({ title: 'Completed', leader: null })
    expect(nameOf(both, 1)).toBe('Variant B')
  })
})

it('compares the weights with the clicks that they have split', () => {
  const before = { ...figures('A', 0, undefined, 900), clicks_since_weight_change: 30 }
  const after = { ...figures('B', 0, undefined, 100), clicks_since_weight_change: 70 }
  const split = (analytics: VariantFigures[]) => {
    const total_clicks = analytics.reduce((sum, { clicks }) => sum + clicks, 0)
    const summary = { total_clicks, total_unique_visitors: 0, total_conversions: 0, srm_warning: false }
    return describeSplit({ analytics, summary })
  }
  expect(split([before, after])).toEqual({ total: 100, hasChanged: true })
  expect(split([figures('A', 0), figures('B', 0)])).toEqual({ total: 1_000, hasChanged: false })
})
