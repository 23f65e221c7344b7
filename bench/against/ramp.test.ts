import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { StepResult } from './open-loop.ts'
import { endOf, type Limits, type RampResult, ramp, risingSteps } from './ramp.ts'
import { verdictOf } from './report.ts'

const limits = { p99Ms: 100, failedShare: 0.001 }
const step: StepResult = {
  ...{ rate: 100, seconds: 1, sent: 100, answered: 100, failed: 0 },
  ...{ p50Ms: 1, p99Ms: 2, mostMs: 3, clientLateMs: 1 },
}

const pace = { openMost: 10_000, signal: new AbortController().signal }

describe('a ramp', () => {
  it.each([
    [{}, null],
    [{ p99Ms: 100 }, null],
    [{ p99Ms: 101 }, 'latency'],
    [{ failed: 1, answered: 99 }, 'failures'],
    [{ failed: 100, answered: 0, p99Ms: null }, 'failures'],
    [{ p99Ms: 500, clientLateMs: 51 }, 'client'],
  ])('after a step with %j ends for: %s', (change, end) => {
    expect(endOf({ ...step, ...change }, limits)).toBe(end)
  })

  it('rises by half until the last rate', () => {
    expect(risingSteps(100, 300, 2).map(({ rate }) => rate)).toEqual([100, 150, 225, 300])
    expect(risingSteps(50, 50, 2)).toEqual([{ rate: 50, seconds: 2 }])
  })

  it('stops at the first step that is too slow, and names the one before', async () => {
    // A client that is late by half of the limit proves nothing, so the limit is far above what a busy machine causes.
    const generous = { ...limits, p99Ms: 1_000 }
    let [result, shown] = await rampUntilSlow(generous)
    for (let attempt = 1; result.end === 'client' && attempt < 5; attempt++) {
      ;[result, shown] = await rampUntilSlow(generous)
    }
    expect(result.end).toBe('latency')
    expect(shown.at(-1)).toBeLessThan(1_000)
    const best = shown.at(-2)
    expect(verdictOf(result, generous)).toMatch(
      new RegExp(`^Within the limits: ${best} visits/s. ${shown.at(-1)} visits/s: p99`),
    )
  })

  it('does not judge the visits of its warm-up, but counts them', async () => {
    let sent = 0
    const send = async () => {
      if (++sent <= 5) await sleep(900)
      return true
    }
    const shown: StepResult[] = []
    const limit = { ...limits, p99Ms: 600 }
    const result = await ramp(send, limit, {
      ...pace,
      onStep: (one) => shown.push(one),
      warmUpSeconds: 0.25,
      steps: risingSteps(20, 20, 0.5),
    })
    expect(result).toMatchObject({ warmUp: { rate: 20, sent: 5, answered: 5 }, steps: shown, end: 'last step' })
    expect(result.warmUp.p99Ms).toBeGreaterThan(limit.p99Ms)
    expect(verdictOf(result, limit)).toContain('Within the limits: 20 visits/s.')
  })

  it('ends with its warm-up if it is interrupted meanwhile', async () => {
    const stop = new AbortController()
    const send = async () => {
      stop.abort()
      return true
    }
    const onStep = () => undefined
    const steps = risingSteps(20, 20, 600)
    const result = await ramp(send, limits, { ...pace, signal: stop.signal, onStep, warmUpSeconds: 600, steps })
    expect(result).toMatchObject({ warmUp: { answered: 1 }, steps: [], end: 'interrupted' })
    expect(verdictOf(result, limits)).toBe('Interrupted during the warm-up.')
  })
})

/** At most 100 visits a second: each takes 10 ms, one after the other. */
async function rampUntilSlow(slowest: Limits): Promise<[RampResult, number[]]> {
  let last: Promise<unknown> = Promise.resolve()
  const send = async () => {
    last = last.then(() => sleep(10))
    await last
    return true
  }
  const shown: number[] = []
  const onStep = ({ rate }: StepResult) => shown.push(rate)
  const result = await ramp(send, slowest, { ...pace, onStep, warmUpSeconds: 0.1, steps: risingSteps(20, 4_000, 0.5) })
  return [result, shown]
}
