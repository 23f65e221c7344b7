import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectDir } from '#runtime/project.ts'
import { freePort } from '../../embedded/ports.ts'
import { type FaultStack, startStack } from './stack.ts'

const read = (file: string) => readFileSync(join(projectDir, 'deploy/monitoring', file), 'utf8')

let stack: FaultStack
/** Everything that the three processes report. */
let metrics: string
beforeAll(async () => {
  const [api, redirector] = [await freePort(), await freePort()]
  stack = await startStack({ env: { METRICS_PORT_API: String(api), METRICS_PORT_REDIRECTOR: String(redirector) } })
  const workers = stack.healthUrls.at(-1)?.replace('/healthz', '/metrics') ?? ''
  const urls = [...[api, redirector].map((port) => `http://127.0.0.1:${port}/metrics`), workers]
  metrics = (await Promise.all(urls.map(async (url) => (await fetch(url)).text()))).join('\n')
})
afterAll(() => stack.close())

/** Words with an underscore that are followed by a selector, a range or a bracket, and are no function. */
const namesIn = (expression: string): string[] =>
  [...expression.matchAll(/\b([a-z]+(?:_[a-z0-9]+)+)\b(?!\s*\()/g)].flatMap(([, name]) => name ?? [])

const isReported = (name: string) =>
  new RegExp(`^# TYPE ${name.replace(/_(bucket|count|sum)$/, '(_(bucket|count|sum))?')} `, 'm').test(metrics)

const alerts = [...read('alerts.yml').matchAll(/^\s+expr: (.*)$/gm)].map(([, expression]) => expression ?? '')
const dashboard = JSON.parse(read('grafana.json')) as { panels: { title: string; targets: { expr: string }[] }[] }

describe('metrics in', () => {
  it('every alert are reported', () => {
    expect(alerts.length).toBeGreaterThan(5)
    expect(alerts.flatMap(namesIn).filter((name) => !isReported(name))).toEqual([])
  })

  it('every panel of the dashboard are reported', () => {
    const names = dashboard.panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => namesIn(expr)))
    expect(new Set(names).size).toBeGreaterThan(10)
    expect(names.filter((name) => !isReported(name))).toEqual([])
  })

  it('alerts that compare two metrics are aggregated in the same way, or no labels would match', () => {
    const comparisons = alerts
      .map((expression) => expression.split(/ [<>]=? (?:[\d.]+ \* )?/))
      .filter((sides) => sides.every((side) => namesIn(side).length > 0))
    expect(comparisons.length).toBe(2)
    const aggregation = (side: string) => /^\w+(?: \w+ \([^)]*\))?/.exec(side)?.[0]
    for (const [left = '', right = ''] of comparisons) expect(aggregation(left)).toBe(aggregation(right))
  })

  it('the alert about upkeep fires for each task, also the slowest, and not for one failure that passes', () => {
    const [, minutes, waitMinutes] =
      /expr: sum by \(task\) \(increase\(upkeep_failures_total\[(\d+)m\]\)\) > 0\n +for: (\d+)m\n/.exec(
        read('alerts.yml'),
      ) ?? []
    const upkeep = readFileSync(join(projectDir, 'workers/upkeep/start-upkeep.ts'), 'utf8')
    const slowest = Math.max(
      ...[...upkeep.matchAll(/everyMs: ([\d_]+)/g)].map(([, ms]) => Number(ms?.replaceAll('_', ''))),
    )
    expect(slowest).toBeGreaterThanOrEqual(600_000)
    // Each window then has two failures of a task that always fails, even if a run takes a while.
    expect(Number(minutes) * 60_000).toBeGreaterThan(2 * slowest)
    expect(Number(waitMinutes)).toBeGreaterThan(Number(minutes))
  })

  it('alerts have the values of labels that are reported', () => {
    const pairs = alerts.flatMap((expression) => [...expression.matchAll(/\b(?:reason|answer)="[a-z-]+"/g)].map(String))
    expect(pairs.length).toBe(2)
    expect(pairs.filter((pair) => !metrics.includes(pair))).toEqual([])
  })
})
