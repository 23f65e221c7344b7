import { driveStep, type Pace, type Send, type Step, type StepResult } from './open-loop.ts'

export interface Limits {
  /** The highest p99 latency that is acceptable, in milliseconds. */
  p99Ms: number
  /** The highest share of visits that may fail. */
  failedShare: number
}

/** Why a ramp ended. */
export type End = 'latency' | 'failures' | 'client' | 'last step' | 'interrupted'

export interface RampResult {
  /** Its visits count, its latency does not. */
  warmUp: StepResult
  steps: StepResult[]
  end: End
}

/** Half of the acceptable latency spent in this program says more about this machine than about the installation. */
const clientShare = 0.5

interface Ramp extends Pace {
  /** Opens the first connections, at the rate of the first step. */
  warmUpSeconds: number
  steps: readonly Step[]
  onStep: (result: StepResult) => void
}

/** Raises the rate until the latency or the failures pass a limit. */
export async function ramp(
  send: Send,
  limits: Limits,
  { warmUpSeconds, steps, onStep, ...pace }: Ramp,
): Promise<RampResult> {
  const results: StepResult[] = []
  const warmUp = await driveStep(send, { rate: steps[0]?.rate ?? 0, seconds: warmUpSeconds }, pace)
  if (pace.signal.aborted) return { warmUp, steps: results, end: 'interrupted' }
  for (const step of steps) {
    const result = await driveStep(send, step, pace)
    results.push(result)
    onStep(result)
    if (pace.signal.aborted) return { warmUp, steps: results, end: 'interrupted' }
    const end = endOf(result, limits)
    if (end !== null) return { warmUp, steps: results, end }
  }
  return { warmUp, steps: results, end: 'last step' }
}

export function endOf({ sent, failed, p99Ms, clientLateMs }: StepResult, limits: Limits): End | null {
  if (failed > sent * limits.failedShare) return 'failures'
  if (clientLateMs > limits.p99Ms * clientShare) return 'client'
  return p99Ms === null || p99Ms > limits.p99Ms ? 'latency' : null
}

/** Each rate is half again as high as the one before. */
export function risingSteps(from: number, to: number, seconds: number): Step[] {
  const steps: Step[] = []
  for (let rate = from; rate < to; rate = Math.round(rate * 1.5)) steps.push({ rate, seconds })
  return [...steps, { rate: to, seconds }]
}
