export interface Scale {
  from: number
  to: number
  ticks: number[]
}

/** Approximate number of grid steps. */
const wantedSteps = 4

/** A percent scale with round ends that fits all intervals. */
export function scaleFor(intervals: readonly { lower: number; upper: number }[]): Scale {
  const least = Math.min(100, ...intervals.map(({ lower }) => lower))
  const most = Math.max(0, ...intervals.map(({ upper }) => upper))
  if (intervals.length === 0 || most <= least) return { from: 0, to: 100, ticks: [0, 25, 50, 75, 100] }
  const step = roundStep((most - least) / wantedSteps)
  const [first, last] = [Math.floor(least / step + tiny), Math.ceil(most / step - tiny)]
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => clean((first + index) * step))
  return { from: clean(first * step), to: clean(last * step), ticks }
}

/** Tolerance for floating-point errors, as in 0.3 / 0.1. */
const tiny = 1e-9
const clean = (value: number): number => Math.round(value * 1e6) / 1e6

/** The smallest 1, 2, or 5 times a power of ten that is not below the value. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  return ([1, 2, 5, 10].find((factor) => factor * power >= least - tiny) ?? 10) * power
}

/** Position of a value, in percent of the width. */
export const positionOn = ({ from, to }: Scale, value: number): number =>
  Math.min(100, Math.max(0, ((value - from) / (to - from)) * 100))
