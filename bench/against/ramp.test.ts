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
  const result = await ramp(send, risingSteps(20, 4_000, 0.5), slowest, {
    onStep: ({ rate }) => shown.push(rate),
    signal: new AbortController().signal,
  })
  return [result, shown]
}
