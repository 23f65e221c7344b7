import type { Line } from '../line-plot.ts'
import type { StepResult } from './open-loop.ts'
import type { End, Limits, RampResult } from './ramp.ts'

const widths = [10, 10, 8, 10, 10, 10]
const columns = (texts: readonly string[]) => texts.map((text, at) => text.padStart(widths[at] ?? 0)).join('')
const ms = (value: number | null) => (value === null ? '-' : value.toFixed(value < 10 ? 1 : 0))

export const stepTitle = columns(['visits/s', 'answered', 'failed', 'p50 ms', 'p99 ms', 'max ms'])
export const stepLine = ({ rate, answered, failed, p50Ms, p99Ms, mostMs }: StepResult): string =>
  columns([String(rate), String(answered), String(failed), ms(p50Ms), ms(p99Ms), ms(mostMs)])

const ends: Record<End, (limits: Limits) => string> = {
  latency: ({ p99Ms }) => `p99 was over ${p99Ms} ms`,
  failures: ({ failedShare }) => `more than ${failedShare * 100}% of visits failed`,
  client: () => 'this machine could not send visits in time. Run it on another machine to measure more',
  'last step': () => 'this was the last step (--to)',
  interrupted: () => 'interrupted',
}

/** The highest rate within the limits, and why the ramp ended. */
export function verdictOf({ steps, end }: RampResult, limits: Limits): string {
  const last = steps.at(-1)
  if (last === undefined) return 'Interrupted during the warm-up.'
  const best = end === 'last step' ? last : steps.at(-2)
  const why = `${last.rate} visits/s: ${ends[end](limits)}.`
  return best === undefined
    ? `No step was within the limits. ${why}`
    : `Within the limits: ${best.rate} visits/s. ${why}`
}

export function latencyLines(steps: readonly StepResult[]): Line[] {
  const lineOf = (label: string, read: (step: StepResult) => number | null): Line => ({
    label,
    points: steps.flatMap((step) => {
      const y = read(step)
      return y === null || y <= 0 ? [] : [{ x: step.rate, y }]
    }),
  })
  const lines = [
    lineOf('p50', ({ p50Ms }) => p50Ms),
    lineOf('p99', ({ p99Ms }) => p99Ms),
    lineOf('max', ({ mostMs }) => mostMs),
  ]
  return lines.filter(({ points }) => points.length > 0)
}
