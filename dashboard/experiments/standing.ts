import type { FullExperiment, VariantFigures } from '../api/experiments.ts'
import { count, probability, rate } from '../format/numbers.ts'
import { letterOf } from './letter-badge.tsx'

/** What may be said of a test, and nothing more: no winner is named before its time. */
export interface Standing {
  kind: 'draft' | 'uncounted' | 'collecting' | 'open' | 'ahead' | 'behind' | 'completed'
  title: string
  text: string
  /** Of the variant that is ahead, or that was declared the winner. */
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

/** Of the variant that has the fewest: until it has enough nothing is said. */
export const leastClicks = (analytics: readonly Pick<VariantFigures, 'clicks'>[]): number =>
  Math.min(...analytics.map(({ clicks }) => clicks))

/** The one that is ahead beyond chance, to be suggested as the winner. */
export const leaderOf = (full: FullExperiment): string | null => {
  const { leader, kind } = describeStanding(full)
  return leader === null || kind === 'completed' ? null : (full.analytics[leader]?.id ?? null)
}

const draft: Standing = {
  kind: 'draft',
  title: 'Not started',
  text: 'Visitors are led where the short URL leads without the test. Everything can still be changed.',
  leader: null,
}

const uncounted: Standing = {
  kind: 'uncounted',
  title: 'Sharing out visitors',
  text: 'This test was made without conversions, so it says who went where and names no winner.',
  leader: null,
}

const collecting = (least: number, needed: number): Standing => ({
  kind: 'collecting',
  title: 'Collecting',
  text: `Nothing is said of a winner before each variant has ${count(needed)} clicks; the one with the fewest has ${count(least)}.`,
  leader: null,
})

function compare(analytics: readonly VariantFigures[], confidence: number): Standing {
  const others = analytics.map((variant, index) => ({ ...variant, index })).slice(1)
  const better = others.filter(({ significance }) => significance?.isSignificant === true && significance.zScore > 0)
  const best = better.toSorted((one, other) => other.conversion_rate - one.conversion_rate)[0]
  const first = nameOf(analytics, 0)
  if (best !== undefined) {
    const by = best.uplift === null ? '' : ` by ${rate(best.uplift)}`
    return {
      kind: 'ahead',
      title: `${nameOf(analytics, best.index)} is ahead`,
      text: `It converts ${rate(best.conversion_rate)} of its clicks and beats ${first}${by}, beyond chance at ${confidence}% (p ${probability(best.significance?.pValue ?? 1)}).`,
      leader: best.index,
    }
  }
  if (others.every(({ significance }) => significance?.isSignificant === true)) {
    return {
      kind: 'behind',
      title: `${first} is ahead`,
      text: `${others.length === 1 ? 'The other variant does' : 'All other variants do'} worse than it, beyond chance at ${confidence}%.`,
      leader: 0,
    }
  }
  return {
    kind: 'open',
    title: 'No difference beyond chance',
    text: `There are enough clicks, and at ${confidence}% no variant is better than ${first}. Let it run on, or keep the one you like.`,
    leader: null,
  }
}

function completed(test: FullExperiment['test'], analytics: readonly VariantFigures[]): Standing {
  const index = analytics.findIndex(({ id }) => id === test.winner_variant_id)
  if (index === -1) {
    const text = 'It ended without a winner: the short URL leads where it leads without the test.'
    return { kind: 'completed', title: 'Completed', text, leader: null }
  }
  const name = nameOf(analytics, index)
  return {
    kind: 'completed',
    title: `${name} won`,
    text: 'It was declared the winner when the test was completed.',
    leader: index,
  }
}

/** Variant B, or “Long headline”. */
export function nameOf(analytics: readonly Pick<VariantFigures, 'name'>[], index: number): string {
  const name = analytics[index]?.name ?? ''
  return name === `Variant ${letterOf(index)}` ? name : `“${name}”`
}
