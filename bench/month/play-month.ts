import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { ch } from '#runtime/ch-tag.ts'
import type { Supervised } from '../../embedded/supervised.ts'
import { createDice, type Dice } from '../../test/guarantees/dice.ts'
import { killAndWait } from '../../test/guarantees/kills.ts'
import type { FaultStack } from '../../test/guarantees/stack.ts'
import { checkStored, type StoredClicks, untilSpoolIsEmpty } from './check-stored.ts'
import { CpuMeter } from './cpu-meter.ts'
import { CreatedLinks } from './created-links.ts'
import type { FaultKind, MonthPlan } from './plan.ts'
import { meteredSince, type Progress, type Sample } from './progress.ts'
import { ReportReader } from './report-reader.ts'
import { Visitors } from './visitors.ts'

const connections = 16
const burstConnections = 160
const pollMs = 50
const sampleMs = 1_000
const samplesPerLine = 10
/** The workers finish what the first links caused. */
const restMs = 3_000
/** With millions of links, Redis loads for minutes while both cores are busy. */
const restartMostMs = 15 * 60_000

interface Play {
  plan: MonthPlan
  /** What earlier runs have played. Counts what this run plays. */
  progress: Progress
  seed: number
  signal: AbortSignal
  say: (line: string) => void
}

/**
 * Plays the rest of a month in its order and proportions, as fast as the stack takes it, and compares the stored clicks with
 * the answered visits. null if it was interrupted before the end: then everything is counted, and can be continued.
 */
export async function playMonth(stack: FaultStack, play: Play): Promise<StoredClicks | null> {
  const { progress, seed, signal, say } = play
  const failed = new AbortController()
  const stop = AbortSignal.any([signal, failed.signal])
  const links = new CreatedLinks(stack, progress.links)
  const running: Running = { ...play, stack, links, ...clocksOf(stack, progress), signal: stop }
  progress.runs++
  try {
    await createFirst(running)
    if (!signal.aborted) await playAll(running, createDice(seed + progress.runs))
  } finally {
    failed.abort()
    running.count()
  }
  if (signal.aborted) return null
  say('Every click has left the spool. Comparing the stored clicks with the answered visits ...')
  return await checkStored(stack, progress.visits.counts)
}

interface Running extends Omit<Play, 'seed'> {
  stack: FaultStack
  links: CreatedLinks
  /** Since the beginning of the month, without pauses. */
  elapsed: () => number
  /** Adds the time and CPU time since the last call to the progress. The time of a killed process cannot be read afterwards. */
  count: () => void
}

function clocksOf(stack: FaultStack, progress: Progress): Pick<Running, 'elapsed' | 'count'> {
  const [startedAt, before] = [performance.now(), { seconds: progress.seconds, cpu: progress.cpu }]
  const meter = new CpuMeter(pidsOf(stack), { since: meteredSince(progress) })
  const elapsed = () => before.seconds + (performance.now() - startedAt) / 1_000
  const count = () => {
    progress.seconds = elapsed()
    progress.cpu = Object.fromEntries(
      Object.entries(meter.read()).map(([name, micros]) => [name, micros + (before.cpu[name] ?? 0)]),
    )
  }
  return { elapsed, count }
}

/** The links of the first day, created alone. */
async function createFirst({ plan, progress, links, count, say, signal }: Running): Promise<void> {
  if (progress.firstCpu !== null) return
  await links.createUntil(plan.firstLinks, signal)
  if (signal.aborted) return
  await sleep(restMs)
  count()
  progress.firstCpu = progress.cpu
  say(`The first ${plan.firstLinks} links are created. Visits and faults begin.`)
}

/** Ends when every click has left the spool, or when it is interrupted. */
async function playAll(running: Running, dice: Dice): Promise<void> {
  const { stack, plan, progress, links, signal } = running
  const visitors = new Visitors({ ports: stack.ports, links, tally: progress.visits, dice, signal })
  const reader = new ReportReader(stack, progress.reports)
  const ended = new AbortController()
  const background = AbortSignal.any([signal, ended.signal])
  const watching = Promise.all([
    reader.run(() => progress.visits.sent / plan.visits, background),
    sample(running, reader, background),
  ])
  const acting = Promise.all([playHours(running, visitors), strikeAll(running)])
  await Promise.race([acting, watching.then(() => acting)])
  if (!signal.aborted) await untilSpoolIsEmpty(stack)
  ended.abort()
  await watching
}

async function playHours({ plan, links, signal }: Running, visitors: Visitors): Promise<void> {
  let [linksEnd, visitsEnd] = [plan.firstLinks, 0]
  for (const hour of plan.hours) {
    if (signal.aborted) return
    linksEnd += hour.links
    visitsEnd += hour.visits
    const lanes = hour.isBurst ? burstConnections : connections
    await Promise.all([links.createUntil(linksEnd, signal), visitors.sendUntil(visitsEnd, lanes)])
  }
}

/** Faults that are due while another one lasts follow it. */
async function strikeAll({ stack, plan, progress, elapsed, count, say, signal }: Running): Promise<void> {
  for (const [index, { kind, after }] of plan.faults.entries()) {
    if (index < progress.faults.length) continue
    while (progress.visits.sent < after && !signal.aborted) await sleep(pollMs)
    if (signal.aborted) return
    count()
    const seconds = elapsed()
    const victim = victimOf(stack, kind, index)
    await killAndWait(stack, [victim], restartMostMs)
    const lastedSeconds = elapsed() - seconds
    progress.faults.push({ kind, seconds, lastedSeconds })
    say(
      `fault ${index + 1}/${plan.faults.length}: kill -9 ${victim.name}, all work again after ${lastedSeconds.toFixed(1)} s`,
    )
  }
}

function victimOf({ stores, redirectors, workers }: FaultStack, kind: FaultKind, index: number): Supervised {
  if (kind === 'clickhouse' || kind === 'redis') return stores[kind]
  const group = kind === 'workers' ? workers : redirectors
  return group[index % group.length] as Supervised
}

function pidsOf({ api, redirectors, workers, stores }: FaultStack): Record<string, () => number | undefined> {
  const processes = [api, ...redirectors, ...workers, ...Object.values(stores)]
  return Object.fromEntries(processes.map((each) => [each.name, () => each.pid]))
}

async function sample(running: Running, reader: ReportReader, signal: AbortSignal): Promise<void> {
  const { stack, plan, progress, links, elapsed, count, say } = running
  const { visits, samples } = progress
  while (!signal.aborted) {
    await sleep(sampleMs, undefined, { signal }).catch(() => undefined)
    visits.stored = (await countRows(stack)) ?? visits.stored
    count()
    const { answered, stored, sent } = visits
    samples.push({ seconds: elapsed(), answered, stored, slowestReportMs: reader.takeSlowest() })
    if (samples.length % samplesPerLine !== 0) continue
    const rest = sent === 0 ? '?' : describeRest((elapsed() * (plan.visits - sent)) / sent)
    say(
      `${Math.floor((sent / plan.visits) * 100)} %: ${answered} visits answered (${rateOf(samples)}/s), ${links.count} links, ` +
        `${Math.max(0, answered - stored)} clicks waiting, ${rest} left`,
    )
  }
}

function rateOf(samples: readonly Sample[]): number {
  const [from, to] = [samples.at(-samplesPerLine), samples.at(-1)]
  if (from === undefined || to === undefined) return 0
  return Math.round((to.answered - from.answered) / (to.seconds - from.seconds))
}

const describeRest = (seconds: number) =>
  seconds < 120 ? `about ${Math.ceil(seconds)} s` : `about ${Math.ceil(seconds / 60)} min`

const partsRow = z.object({ rows: z.number() })

/** Reads no click. Undefined while ClickHouse is away. */
async function countRows({ clickhouse }: FaultStack): Promise<number | undefined> {
  const statement = ch`select toFloat64(sum(rows)) as rows from system.parts where table = 'clicks' and active`
  try {
    const [found] = await clickhouse.query(statement, partsRow)
    return found?.rows ?? 0
  } catch {
    return undefined
  }
}
