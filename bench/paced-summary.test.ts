import { expect, it } from 'vitest'
import { summarize } from './paced-summary.ts'

type Target = 'untracked' | 'tracked' | 'tracked by 4'
const window = (target: Target, rate: number, redirector: number, raw: number, reconnects = false) => ({
  target,
  rate,
  reconnects,
  cpu: { 'redirector 1': redirector, workers: 50 },
  raw,
})

it('compares each window with the raw server at the same time, and adds up all processes', () => {
  const windows = [20, 150, 1_000].flatMap((rate) => [
    window('untracked', rate, 50, 50),
    window('untracked', rate, 150, 100),
    window('untracked', rate, 250, 100),
    window('tracked', rate, 350, 100),
    window('tracked by 4', rate, 750, 100),
  ])
  windows.push(window('untracked', 150, 150, 200, true), window('tracked', 150, 550, 200, true))
  const { rows } = summarize({ windows, idle: [{ workers: 5_000, api: 5_000 }] })
  const find = (label: string) => rows.filter((row) => row.label.startsWith(label))
  expect(find('Untracked visit, all processes, ratio')).toMatchObject([
    { median: 2, low: 2, high: 3 },
    { median: 1, note: '150 visits/s over 1000 links, a new connection each' },
  ])
  expect(find('Tracked visit, all processes, ratio')).toMatchObject([
    { median: 4, goal: { grade: 'good' } },
    { median: 3 },
  ])
  expect(find('Tracked visit: workers')).toMatchObject([{ median: 50 }])
  expect(find('No visits')).toMatchObject([{ median: 1, goal: { grade: 'great' } }])
})
