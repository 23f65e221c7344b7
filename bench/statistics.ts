/** Median, with the least and the most that was seen. */
export interface Spread {
  median: number
  low: number
  high: number
}

/** Over this much between its rounds the yardstick itself is too noisy to measure by. */
const noisiest = 0.15

export function spreadOf(values: readonly number[]): Spread {
  return { median: percentile(values, 50), low: Math.min(...values), high: Math.max(...values) }
}

/** Of a value and its yardstick in the same round: noise that both felt falls out. */
export function pairedRatios(values: readonly number[], yardstick: readonly number[]): Spread {
  if (values.length !== yardstick.length) throw new Error('a ratio needs a value and its yardstick of the same round')
  return spreadOf(values.map((value, round) => value / (yardstick[round] ?? Number.NaN)))
}

/** How far the rounds lie apart, as a share of their median. */
export function variation(values: readonly number[]): number {
  const { median, low, high } = spreadOf(values)
  return (high - low) / median
}

export function isTooNoisy(yardstick: readonly number[]): boolean {
  return !(variation(yardstick) <= noisiest)
}

/** Between two neighbours the value in proportion, so that the median of an even count is their middle. */
export function percentile(values: readonly number[], percent: number): number {
  if (values.length === 0) throw new Error('no values')
  const sorted = [...values].sort((a, b) => a - b)
  const place = ((sorted.length - 1) * percent) / 100
  const below = sorted[Math.floor(place)] ?? Number.NaN
  const above = sorted[Math.ceil(place)] ?? Number.NaN
  return below + (above - below) * (place - Math.floor(place))
}
