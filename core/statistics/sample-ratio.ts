import { erfc } from './normal.ts'

/** The usual threshold. A real fault (an unreachable variant, bots on one IP address) is far below it. */
const alarmBelow = 0.001
/** Expected visits per variant that the chi-square approximation requires. */
const leastExpected = 5

export interface Share {
  clicks: number
  /** Weights in any unit: only their proportions matter. */
  weight: number
}

/** Whether the split of visits over the variants does not match the weights. */
export function hasSampleRatioMismatch(shares: readonly Share[]): boolean {
  const pValue = sampleRatioChance(shares)
  return pValue !== null && pValue < alarmBelow
}

/** The chance of a split at least this uneven under the weights; null if there are too few visits. */
export function sampleRatioChance(shares: readonly Share[]): number | null {
  const clicks = shares.reduce((sum, share) => sum + share.clicks, 0)
  const weights = shares.reduce((sum, share) => sum + share.weight, 0)
  const expected = shares.map((share) => (clicks * share.weight) / weights)
  if (shares.length < 2 || expected.some((count) => !(count >= leastExpected))) return null
  const statistic = shares.reduce((sum, share, index) => {
    const count = expected[index] ?? 0
    return sum + (share.clicks - count) ** 2 / count
  }, 0)
  return chiSquareTail(statistic, shares.length - 1)
}

/**
 * The chance of a chi-square value above the statistic: Q(k/2, x/2), climbed from Q(1/2, x) or Q(1, x) in steps of one,
 * Q(a + 1, x) = Q(a, x) + x^a e^-x / Γ(a + 1).
 */
export function chiSquareTail(statistic: number, degrees: number): number {
  const x = statistic / 2
  const isOdd = degrees % 2 === 1
  let a = isOdd ? 0.5 : 1
  let chance = isOdd ? erfc(Math.sqrt(x)) : Math.exp(-x)
  let step = isOdd ? (2 / Math.sqrt(Math.PI)) * Math.sqrt(x) * Math.exp(-x) : x * Math.exp(-x)
  for (; a < degrees / 2; a++) {
    chance += step
    step *= x / (a + 1)
  }
  return Math.min(1, chance)
}
