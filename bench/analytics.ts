import { z } from 'zod'
import { compileCounted } from '#model/clicks/compile-filter.ts'
import { lastDays } from '#model/clicks/period.ts'
import { countTimeline, countTimelineRow } from '#model/clicks/queries/count-timeline.ts'
import { ch, uuid } from '#runtime/ch-tag.ts'
import { filterQuery } from '#schemas/analytics.ts'
import { createKey } from '../test/factories/key.ts'
import { type ClickSet, createClickSet } from './analytics-set.ts'
import { goals } from './goals.ts'
import type { Line } from './line-plot.ts'
import { type Measured, number, type Options, plainRow, type Row, rowFor } from './result.ts'
import { measureRolled, type Rolled, removeRollups, rolledRows } from './rolled-reports.ts'
import { type Stack, startOnPort, startWorkers } from './stack.ts'
import { isTooNoisy, pairedRatios, spreadOf, variation } from './statistics.ts'
import { bytesPerClick, untilMerged } from './stored-clicks.ts'

/** Number of clicks that the goals apply to. */
const goalRows = 50_000_000
const warmUps = 2
/** Repetitions in each round. The fastest counts, since the others were disturbed. */
const yardstickRuns = 3

/** All use the API except the first: no endpoint returns counts without visitors. */
const questions = {
  counts: null,
  timeline: '/analytics/timeline',
  timelineOfAll: '/analytics/timeline?dateRange=all_time',
  topLinks: '/analytics/top-performing-urls',
  linkTimeline: '/analytics/timeline/LINK',
  devices: '/analytics/user-devices',
  locations: '/analytics/user-locations?dateRange=last_30_days',
  sources: '/analytics/user-traffic-sources?dateRange=last_30_days',
  utm: '/analytics/utm/all?dateRange=last_30_days',
  referrers: '/analytics/referrers/all?dateRange=last_30_days',
  filtered: '/analytics/timeline?deviceType=mobile&country=Germany',
  overview: '/analytics/overview',
} as const satisfies Record<string, string | null>
type Question = keyof typeof questions
const names = Object.keys(questions) as Question[]

const labels: Record<Question, string> = {
  counts: goals.countTimeline.label,
  timeline: goals.visitorTimeline.label,
  topLinks: goals.topLinks.label,
  timelineOfAll: 'Timeline with visitors, 90 days',
  linkTimeline: 'Timeline of the most clicked link, 30 days',
  devices: 'Devices, 30 days',
  locations: 'Places, 30 days',
  sources: 'Traffic sources, 30 days',
  utm: 'UTM combinations, 30 days',
  referrers: 'Referrers, 30 days',
  filtered: 'Timeline of one country and device type, 30 days',
  overview: 'Overview, 30 days',
}
const goalOf = { counts: goals.countTimeline, timeline: goals.visitorTimeline, topLinks: goals.topLinks } as const

interface Round {
  yardstickMs: number
  ms: Record<string, number>
}
interface Size {
  rolled: Rolled
  rows: number
  ofAccount: number
  bytesPerClick: number
  rounds: Round[]
}

/** The reports of one account through the real API, for a growing number of clicks. */
export async function benchAnalytics(stack: Stack, options: Options): Promise<Measured> {
  console.log('analytics: starting API and workers ...')
  await startWorkers(stack)
  const { port } = await startOnPort(stack, 'API_PORT', { name: 'api', file: 'api/main.ts' })
  const set = await createClickSet(stack, stack.urls)
  const { key } = await createKey(stack.sql, set.account)
  const sizes: Size[] = []
  for (const rows of options.rows)
    sizes.push(await measureSize({ stack, set, api: `http://127.0.0.1:${port}`, key }, rows, options.rounds))
  return summarize(sizes)
}

interface Asking {
  stack: Stack
  set: ClickSet
  api: string
  key: string
}

async function measureSize(asking: Asking, rows: number, rounds: number): Promise<Size> {
  const { stack, set } = asking
  const start = performance.now()
  await set.growTo(rows)
  await untilMerged(stack)
  const stored = await describeSet(stack, set)
  console.log(
    `analytics ${rows}: seeded in ${Math.round((performance.now() - start) / 1_000)} s, ${number(stored.bytesPerClick)} B a click`,
  )
  // The rows before those of rollups are read from the clicks, at every size.
  await removeRollups(stack)
  const link = await findTopLink(asking)
  const measured: Round[] = []
  for (let round = 1 - warmUps; round <= rounds; round++) {
    const result = await measureRound(asking, link)
    if (round < 1) continue
    measured.push(result)
    const parts = Object.entries(result.ms).map(([name, ms]) => `${name} ${Math.round(ms)}`)
    console.log(
      `analytics ${rows} ${round}/${rounds}  yardstick ${Math.round(result.yardstickMs)}; ms: ${parts.join(', ')}`,
    )
  }
  const rolled = await measureRolled(stack, set.account.id, { rounds, ask: (path) => ask(asking, path) })
  return { rows, ...stored, rolled, rounds: measured }
}

async function measureRound(asking: Asking, link: string): Promise<Round> {
  const yardsticks: number[] = []
  for (let run = 0; run < yardstickRuns; run++) yardsticks.push(await timed(() => runYardstick(asking.stack)))
  const yardstickMs = Math.min(...yardsticks)
  const ms: Record<string, number> = {}
  for (const name of names) {
    const path = questions[name]
    ms[name] = await timed(() => (path === null ? countByDay(asking) : ask(asking, path.replace('LINK', link))))
  }
  return { yardstickMs, ms }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** The cost does not depend on the stored data, so the figures of two machines can be compared. */
const runYardstick = ({ clickhouse }: Stack) =>
  clickhouse.query(ch`select sum(cityHash64(number)) as sum from numbers_mt(500000000)`, z.object({ sum: z.unknown() }))

const countByDay = ({ stack, set }: Asking) => {
  const now = Date.now()
  const scope = { account_id: set.account.id, domain_ids: null, campaign_ids: null, deleted_ids: [] }
  const where = compileCounted(scope, filterQuery.parse({}))
  if (where === null) throw new Error('the request has no filter')
  return stack.clickhouse.query(countTimeline(where, lastDays(now, 30), 'UTC'), countTimelineRow)
}

async function ask({ api, key }: Asking, path: string): Promise<{ data: unknown }> {
  const response = await fetch(`${api}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`)
  return JSON.parse(text) as { data: unknown }
}

async function findTopLink(asking: Asking): Promise<string> {
  const { data } = await ask(asking, '/analytics/top-performing-urls?limit=1')
  const { urls } = z.object({ urls: z.array(z.object({ id: z.string() })) }).parse(data)
  if (urls[0] === undefined) throw new Error('the account has no clicks')
  return urls[0].id
}

async function describeSet({ clickhouse }: Stack, { account }: ClickSet) {
  const [own] = await clickhouse.query(
    ch`select count() as clicks from clicks where account_id = ${uuid(account.id)}`,
    z.object({ clicks: z.int() }),
  )
  return { ofAccount: own?.clicks ?? 0, bytesPerClick: await bytesPerClick({ clickhouse }) }
}

function summarize(sizes: readonly Size[]): Measured {
  const largest = sizes.at(-1)
  if (largest === undefined) throw new Error('nothing was measured')
  const yardsticks = largest.rounds.map(({ yardstickMs }) => yardstickMs)
  const note = `${thousands(largest.rows)} clicks, ${thousands(largest.ofAccount)} of the account`
  return {
    rows: [
      ...names.map((name) => rowOf(name, largest)),
      ...rolledRows(largest.rolled),
      plainRow('Clicks on disk', 'B each', spreadOf([largest.bytesPerClick]), note),
      plainRow('Analytics yardstick: 500 million hashes', 'ms', spreadOf(yardsticks)),
    ],
    plot: {
      title: 'Analytics response time as clicks grow',
      subtitle: 'ms, lower is better · medians; one of six accounts of equal size, through the API',
      rows: [],
      growth: names.map((name) => lineOf(name, sizes)),
    },
    rounds: sizes,
    ...(isTooNoisy(yardsticks) && { noise: `the yardstick varied by ${Math.round(variation(yardsticks) * 100)} %` }),
  }
}

function rowOf(name: Question, { rows, rounds }: Size): Row {
  const times = rounds.map(({ ms }) => ms[name] ?? Number.NaN)
  const ratio = pairedRatios(
    times,
    rounds.map(({ yardstickMs }) => yardstickMs),
  )
  const note = `${thousands(rows)} clicks; ${number(ratio.median)} of the yardstick`
  const goal = rows >= goalRows && name in goalOf ? goalOf[name as keyof typeof goalOf] : undefined
  return goal === undefined ? plainRow(labels[name], 'ms', spreadOf(times), note) : rowFor(goal, spreadOf(times), note)
}

const lineOf = (name: Question, sizes: readonly Size[]): Line => ({
  label: labels[name],
  points: sizes.map(({ rows, rounds }) => ({
    x: rows,
    y: spreadOf(rounds.map(({ ms }) => ms[name] ?? Number.NaN)).median,
  })),
})

const thousands = (value: number) => (value >= 1e6 ? `${number(value / 1e6)} million` : String(value))
