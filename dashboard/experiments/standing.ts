import type { FullExperiment, VariantFigures } from '../api/experiments.ts'
import { count, probability, rate } from '../format/numbers.ts'
import { letterOf } from './letter-badge.tsx'

/** The current result of a test. It names no leader before each variant reaches the sample size. */
export interface Standing {
  kind: 'draft' | 'uncounted' | 'collecting' | 'open' | 'ahead' | 'behind' | 'completed'
  title: string
  text: string
  /** The index of the variant that is ahead, or of the declared winner. */
  leader: number | null
}

export function describeStanding({ test, analytics }: Pick<FullExperiment, 'test' | 'analytics'>): Standing {
  if (test.status === 'completed') return completed(test, analytics)
  if (test.status === 'draft') return draft
  if (!test.conversions_enabled) return test.status === 'paused' ? { ...uncounted, title: 'Paused' } : uncounted
  const needed = test.min_sample_size
  const least = leastClicks(analytics)
  if (analytics.slice(1).some(({ significance }) => significance === undefined)) return collecting(least, needed)
  return compare(analytics, test.confidence_level)
}

/** Clicks on the variant with the fewest clicks. Results are shown once it reaches the sample size. */
export const leastClicks = (analytics: readonly Pick<VariantFigures, 'clicks'>[]): number =>
  Math.min(...analytics.map(({ clicks }) => clicks))

/** The clicks that the current weights split. Earlier ones were split by other weights. */
export function describeSplit({ analytics, summary }: Pick<FullExperiment, 'analytics' | 'summary'>) {
  const total = analytics.reduce((sum, { clicks_since_weight_change: clicks }) => sum + clicks, 0)
  return { total, hasChanged: total < summary.total_clicks }
}

/** The ID of the variant with a significant lead, suggested as the winner. */
export const leaderOf = (full: FullExperiment): string | null => {
  const { leader, kind } = describeStanding(full)
  return leader === null || kind === 'completed' ? null : (full.analytics[leader]?.id ?? null)
}

const draft: Standing = {
  kind: 'draft',
  title: 'Not started',
  text: 'Visitors go to the link’s destination until you start the test. You can still edit everything.',
  leader: null,
}

const uncounted: Standing = {
  kind: 'uncounted',
  title: 'Splitting traffic',
  text: 'This test does not track conversions, so it shows the traffic per variant but no winner.',
  leader: null,
}

const collecting = (least: number, needed: number): Standing => ({
  kind: 'collecting',
  title: 'Collecting data',
  text: `No winner yet: each variant needs ${count(needed)} clicks. The lowest count so far is ${count(least)}.`,
  leader: null,
})

function compare(analytics: readonly VariantFigures[], confidence: number): Standing {
  const others = analytics.map((variant, index) => ({ ...variant, index })).slice(1)
  const better = others.filter(({ significance }) => significance?.isSignificant === true && significance.zScore > 0)
  const best = better.toSorted((one, other) => other.conversion_rate - one.conversion_rate)[0]
  const first = nameOf(analytics, 0)
  if (best !== undefined) {
    const by = best.uplift === null ? 'better than' : `${rate(best.uplift)} more than`
    return {
      kind: 'ahead',
      title: `${nameOf(analytics, best.index)} is ahead`,
      text: `It converts ${rate(best.conversion_rate)} of its clicks, ${by} ${first}. This is significant at ${confidence}% confidence (p-value ${probability(best.significance?.pValue ?? 1)}).`,
      leader: best.index,
    }
  }
  if (others.every(({ significance }) => significance?.isSignificant === true)) {
    return {
      kind: 'behind',
      title: `${first} is ahead`,
      text: `${others.length === 1 ? 'The other variant is' : 'All other variants are'} significantly worse at ${confidence}% confidence.`,
      leader: 0,
    }
  }
  return {
    kind: 'open',
    title: 'No clear winner',
    text: `There are enough clicks, but no variant beats ${first} at ${confidence}% confidence. Keep the test running, or pick the variant you prefer.`,
    leader: null,
  }
}

function completed(test: FullExperiment['test'], analytics: readonly VariantFigures[]): Standing {
  const index = analytics.findIndex(({ id }) => id === test.winner_variant_id)
  if (index === -1) {
    const text = 'The test ended without a winner. Visitors go to the link’s destination.'
    return { kind: 'completed', title: 'Completed', text, leader: null }
  }
  const name = nameOf(analytics, index)
  return {
    kind: 'completed',
    title: `${name} won`,
    text: 'Declared the winner when the test was completed.',
    leader: index,
  }
}

/** Formats a variant name: Variant B, or “Long headline”. */
export function nameOf(analytics: readonly Pick<VariantFigures, 'name'>[], index: number): string {
  const name = analytics[index]?.name ?? ''
  return name === `Variant ${letterOf(index)}` ? name : `“${name}”`
}
