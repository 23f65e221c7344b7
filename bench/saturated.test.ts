import { expect, it } from 'vitest'
import { summarize } from './saturated.ts'
import { mixedVisits } from './visits.ts'

const lap = (micros: number) => ({ cpuMicros: micros, perSecond: 50_000, utilization: 0.99 })

it('compares each lap with the raw server before and after it, and grades the median', () => {
  const rounds = [10, 12, 20].flatMap((micros) => [
    { scenario: 'one' as const, rawMicros: 10, lap: lap(micros) },
    { scenario: 'mixed' as const, rawMicros: 10, lap: lap(2 * micros) },
    { scenario: 'new' as const, rawMicros: 40, lap: lap(5 * micros) },
  ])
  const { rows, noise } = summarize(rounds)
  expect(noise).toBeUndefined()
  expect(rows.slice(3)).toMatchObject([
    { median: 1.2, low: 1, high: 2, goal: { grade: 'great' }, note: '50000/s at 99 % of a core' },
    { median: 2.4, goal: { grade: 'short of good' } },
    { median: 1.5, goal: { grade: 'short of good' } },
  ])
})

it('visits many links with 20 agents, 20 referrers and 2,000 IP addresses, the first link most often', () => {
  const visits = mixedVisits({ prefix: 'busy', codes: 1_000 }, 16_000)
  const different = (name: string) => new Set(visits.map(({ headers }) => headers[name])).size
  expect([different('User-Agent'), different('Referer')]).toEqual([20, 20])
  expect(different('X-Forwarded-For')).toBeGreaterThan(1_950)
  expect(different('X-Forwarded-For')).toBeLessThanOrEqual(2_000)
  const first = visits.filter(({ path }) => path === '/busy0').length / visits.length
  // 1 / (1 + 1/2 + ... + 1/1000) is 13 %.
  expect(first).toBeGreaterThan(0.11)
  expect(first).toBeLessThan(0.16)
})
