import { expect, it } from 'vitest'
import { createDice } from '../../test/guarantees/dice.ts'
import { planMonth } from './plan.ts'
import { costsOf, describeWholeMonth, panelsOf } from './summarize.ts'

it('charges links with their cost on the first day, and clicks with everything else', () => {
  // 6,000 links, the first 200 of them alone, and 60,000 visits.
  const plan = planMonth(0.000_01, createDice(1))
  const firstCpu = { api: 20_000, workers: 10_000 }
  const cpu = { api: 600_000, workers: 1_500_000, 'redirector-0': 400_000, 'redirector-1': 200_000 }
  expect(costsOf({ firstCpu, cpu }, plan)).toEqual({
    perLink: { api: 100, workers: 50 },
    perClick: { api: 0, workers: 20, redirector: 10 },
  })
})

it('shows how the need of a whole month follows from the cost of a click and a link', () => {
  const lines = describeWholeMonth({ perClick: { redirector: 20, workers: 20 }, perLink: { api: 200 } })
  expect(lines).toEqual([
    'Clicks: 6,000,000,000 x 40 µs = 240,000 s of CPU time.',
    'Links: 600,000,000 x 200 µs = 120,000 s of CPU time.',
    'A machine with 16 cores has 16 x 2,592,000 s = 41,472,000 s in 30 days: the month needs 0.87 % of it.',
    'A burst of 10 times the mean (23,148 clicks/s x 40 µs + 231 links/s x 200 µs) needs 0.97 of the 16 cores.',
  ])
})

it('draws the mean rate and the highest backlog and report time of consecutive samples', () => {
  const samples = Array.from({ length: 600 }, (_, index) => ({
    seconds: index + 1,
    answered: (index + 1) * 100,
    stored: index * 100,
    slowestReportMs: index === 301 ? 900 : 10,
  }))
  const [visits, backlog, report] = panelsOf(samples)
  expect(visits?.points).toHaveLength(300)
  expect(visits?.points.every(({ value }) => value === 100)).toBe(true)
  expect(backlog?.points.every(({ value }) => value === 100)).toBe(true)
  expect(report?.points.filter(({ value }) => value === 900)).toEqual([{ seconds: 302, value: 900 }])
})
