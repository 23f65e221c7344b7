import { expect, it } from 'vitest'
import { type ComparedLap, type Lap, windowOf } from './redirect-laps.ts'

const answered = 1_000

const lap = (micros: number): Lap => ({
  driven: { answered, seconds: 2, p50Ms: 1, p99Ms: micros },
  busyMicros: 1e6,
  spentMicros: micros * answered,
  redis: { cpuMicros: 250, bytesIn: 58_000, bytesOut: 60_000 },
})
const compared = (micros: number, before: number, after: number): ComparedLap => ({
  lap: lap(micros),
  beside: [lap(before), lap(after)],
})

it('compares each lap with the raw laps before and after it, so that a slow phase changes no ratio', () => {
  const { ratio, cpuMicros } = windowOf([compared(15, 10, 10), compared(48, 40, 40), compared(32, 30, 10)])
  expect(ratio).toBeCloseTo(1.5)
  expect(cpuMicros).toBe(32)
})

it('ignores one disturbed lap', () => {
  const quiet = [compared(15, 10, 10), compared(15, 10, 10)]
  expect(windowOf([...quiet, compared(90, 10, 10)])).toEqual(windowOf([...quiet, compared(15, 10, 10)]))
})

it('counts per response and per second', () => {
  expect(windowOf([compared(15, 10, 10)])).toMatchObject({
    requestsPerSecond: 500,
    utilisation: 0.5,
    redisCpuMicros: 0.25,
    redisBytesIn: 58,
    redisBytesOut: 60,
  })
})
