import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { ch } from '#runtime/ch-tag.ts'
import type { Supervised } from '../../embedded/supervised.ts'
import { createDice } from '../../test/guarantees/dice.ts'
import { killAndWait } from '../../test/guarantees/kills.ts'
import type { FaultStack } from '../../test/guarantees/stack.ts'
import { checkStored, type StoredClicks, untilSpoolIsEmpty } from './check-stored.ts'
import { CpuMeter } from './cpu-meter.ts'
import { CreatedLinks } from './created-links.ts'
import type { FaultKind, MonthPlan } from './plan.ts'
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

/** Values at one moment. */
export interface Sample {
  seconds: number
  answered: number
  stored: number
  slowestReportMs: number
}

export interface Struck {
  kind: FaultKind
  seconds: number
  /** Until every process worked again. */
  lastedSeconds: number
}

export interface Played {
  stored: StoredClicks
  visitors: Visitors
  links: CreatedLinks
  reader: ReportReader
  /** CPU microseconds by process: for the links of the first day, and for everything. */
  firstCpu: Record<string, number>
  cpu: Record<string, number>
  seconds: number
  samples: Sample[]
  faults: Struck[]
}

interface Play {
  seed: number
  signal: AbortSignal
  say: (line: string) => void
}

/** Plays a month in its order and proportions, as fast as the stack takes it. */
export async function playMonth(stack: FaultStack, plan: MonthPlan, { seed, signal, say }: Play): Promise<Played> {
  const failed = new AbortController()
  const stop = AbortSignal.any([signal, failed.signal])
  const startedAt = performance.now()
  const meter = new CpuMeter(pidsOf(stack))
  const links = new CreatedLinks(stack, plan.links)
  await links.create(plan.firstLinks)
  await sleep(restMs)
  const firstCpu = meter.read()
  say(`The first ${plan.firstLinks} links are created. Visits and faults begin.`)

  const options = { ports: stack.ports, links, linksMost: plan.links, dice: createDice(seed + 1), signal: stop }
  const visitors = new Visitors(options)
  const reader = new ReportReader(stack)
  const running: Running = { stack, plan, links, visitors, reader, meter, startedAt, say, signal: stop }
  const ended = new AbortController()
  const background = AbortSignal.any([stop, ended.signal])
  const [samples, faults]: [Sample[], Struck[]] = [[], []]
  try {
    const watching = Promise.all([
      reader.run(() => visitors.sent / plan.visits, background),
      sample(running, samples, background),
    ])
    const acting = Promise.all([playHours(running), strikeAll(running, faults)])
    await Promise.race([acting, watching.then(() => acting)])
    signal.throwIfAborted()
    await untilSpoolIsEmpty(stack)
    ended.abort()
    await watching
  } finally {
    failed.abort()
  }
  const seconds = (performance.now() - startedAt) / 1_000
  const cpu = meter.read()
  say('Every click has left the spool. Comparing the stored clicks with the answered visits ...')
  const stored = await checkStored(stack, visitors.counts)
  return { stored, visitors, links, reader, firstCpu, cpu, seconds, samples, faults }
}

interface Running {
  stack: FaultStack
  plan: MonthPlan
  links: CreatedLinks
  visitors: Visitors
  reader: ReportReader
  meter: CpuMeter
  startedAt: number
  say: (line: string) => void
  signal: AbortSignal
}

async function playHours({ plan, links, visitors, signal }: Running): Promise<void> {
  for (const hour of plan.hours) {
    if (signal.aborted) return
    const lanes = hour.isBurst ? burstConnections : connections
    await Promise.all([links.create(hour.links), visitors.send(hour.visits, lanes)])
  }
}

/** Faults that are due while another one lasts follow it. */
async function strikeAll({ stack, plan, visitors, meter, startedAt, say, signal }: Running, struck: Struck[]) {
  for (const [index, { kind, after }] of plan.faults.entries()) {
    while (visitors.sent < after && !signal.aborted) await sleep(pollMs)
    if (signal.aborted) return
    // The time of a killed process cannot be read afterwards.
    meter.read()
    const seconds = (performance.now() - startedAt) / 1_000
    const victim = victimOf(stack, kind, index)
    await killAndWait(stack, [victim], restartMostMs)
    const lastedSeconds = (performance.now() - startedAt) / 1_000 - seconds
    struck.push({ kind, seconds, lastedSeconds })
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

async function sample(
  { stack, plan, links, visitors, reader, meter, startedAt, say }: Running,
  samples: Sample[],
  signal: AbortSignal,
) {
  while (!signal.aborted) {
    await sleep(sampleMs, undefined, { signal }).catch(() => undefined)
    visitors.stored = (await countRows(stack)) ?? visitors.stored
    meter.read()
    const { answered, stored, sent } = visitors
    const seconds = (performance.now() - startedAt) / 1_000
    samples.push({ seconds, answered, stored, slowestReportMs: reader.takeSlowest() })
    if (samples.length % samplesPerLine !== 0) continue
    const rest = sent === 0 ? '?' : describeRest((seconds * (plan.visits - sent)) / sent)
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
