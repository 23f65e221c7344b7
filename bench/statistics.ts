/** Median, minimum and maximum. */
export interface Spread {
  median: number
  low: number
  high: number
}

/** Limit for the variation of the yardstick between rounds. Above it, the measurement is too noisy. */
const noisiest = 0.15

export function spreadOf(values: readonly number[]): Spread {
  return { median: percentile(values, 50), low: Math.min(...values), high: Math.max(...values) }
}

/** Ratios of a value and its yardstick in the same round, which cancels the noise that affects both. */
export function pairedRatios(values: readonly number[], yardstick: readonly number[]): Spread {
  if (values.length !== yardstick.length) throw new Error('a ratio needs a value and its yardstick of the same round')
  return spreadOf(values.map((value, round) => value / (yardstick[round] ?? Number.NaN)))
}

/** The spread of the rounds as a share of their median. */
export function variation(values: readonly number[]): number {
  const { median, low, high } = spreadOf(values)
  return (high - low) / median
}

export function isTooNoisy(yardstick: readonly number[]): boolean {
  return !(variation(yardstick) <= noisiest)
}

/** Interpolates between two values, so that the median of an even count is the mean of the middle two. */
export function percentile(values: readonly number[], percent: number): number {
  if (values.length === 0) throw new Error('no values')
  const sorted = [...values].sort((a, b) => a - b)
  const place = ((sorted.length - 1) * percent) / 100
  const below = sorted[Math.floor(place)] ?? Number.NaN
  const above = sorted[Math.ceil(place)] ?? Number.NaN
  return below + (above - below) * (place - Math.floor(place))
}
