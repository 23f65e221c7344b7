import { describe, expect, it } from 'vitest'
import { summarize } from './redirect.ts'
import type { Round } from './redirect-laps.ts'

const window = (cpuMicros: number, ratio = 1, utilisation = 1) => ({
  cpuMicros,
  ratio,
  requestsPerSecond: 10_000,
  p50Ms: 1,
  p99Ms: 2,
  utilisation,
  redisCpuMicros: 0.25,
  redisBytesIn: 58,
  redisBytesOut: 60,
})

const round = (raw: number, { utilisation = 1, tracked = 1.6 } = {}): Round => ({
  raw: window(raw, 1, utilisation),
  node: window(raw * 2, 2),
  untracked: window(raw * 1.1, 1.1),
  tracked: window(raw * tracked, tracked),
  miss: window(raw * 3, 3),
  rules: window(raw * 2, 2),
})

const rowOf = (label: string, rounds: Round[]) =>
  summarize(rounds, { wrk: false }).rows.find((row) => row.label.startsWith(label))

describe('the summary of the rounds', () => {
  it('takes the median of the ratios, and grades it', () => {
    const rounds = [1.9, 1.5, 1.6].map((tracked) => round(10, { tracked }))
    expect(rowOf('Tracked', rounds)).toMatchObject({ median: 1.6, low: 1.5, high: 1.9, goal: { grade: 'good' } })
  })

  it('notes that the client could not keep the server busy', () => {
    expect(rowOf('Raw uWS', [round(10, { utilisation: 0.94 })])?.note).toBe('10000/s at 94 % of a core, client-bound')
    expect(rowOf('Raw uWS', [round(10, { utilisation: 0.95 })])?.note).toBe('10000/s at 95 % of a core')
  })

  it('gives no verdict when the yardstick varies by more than 15 %', () => {
    expect(summarize([round(10), round(11)], { wrk: false }).noise).toBeUndefined()
    expect(summarize([round(10), round(12)], { wrk: false }).noise).toContain('18.2 %')
  })
})
