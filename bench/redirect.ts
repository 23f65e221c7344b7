import { cpuMicros, readCpu } from './cpu.ts'
import { goals } from './goals.ts'
import { connections, type Driven, driveVisits } from './load.ts'
import { anyCore, canPin, clientCore, pin, serverCore, storesCore } from './pin.ts'
import { type ComparedLap, type Lap, type Round, type Window, windowOf } from './redirect-laps.ts'
import {
  coldLinks,
  readAcknowledged,
  startTargets,
  type Target,
  type TargetName,
  targetNames,
} from './redirect-targets.ts'
import { readRedisUsage, usedBetween } from './redis-usage.ts'
import { type Measured, number, type Options, plainRow, type Row, rowFor } from './result.ts'
import type { Stack } from './stack.ts'
import { isTooNoisy, spreadOf, variation } from './statistics.ts'
import { distinctVisits } from './visits.ts'
import { driveWithWrk } from './wrk.ts'

/** Below this share of a core, the server was not busy: its rate is the limit of the client. */
const clientBoundUnder = 0.95
/**
 * A window is divided into laps, with a lap of the raw server before and after each. A disturbance of some seconds on a
 * shared machine affects both servers instead of one.
 */
const lapSeconds = 2
/**
 * Links that are left out between two laps. Connections progress at different speeds, so the next lap would repeat some of the last
 * links, which are still in memory if laps are short.
 */
const leftOut = 5_000

/** Compares redirects with a raw server by CPU time per request. Every round includes all targets. */
export async function benchRedirect(stack: Stack, options: Options, cold = coldLinks): Promise<Measured> {
  console.log('redirect: starting servers and publishing links ...')
  const targets = await startTargets(stack, cold)
  const acknowledger = await stack.start({ name: 'acknowledge', file: 'bench/targets/acknowledge.ts' })
  for (const pid of [acknowledger, ...Object.values(stack.storePids)]) pin(pid, storesCore)
  for (const { pid } of targets) pin(pid, serverCore)
  pin(process.pid, clientCore)
  try {
    const rounds = await measureRounds(stack, targets, options)
    return summarize(rounds, options)
  } finally {
    pin(process.pid, anyCore)
  }
}

type Measure = (target: Target) => Promise<Lap>

async function measureRounds(stack: Stack, targets: readonly Target[], options: Options): Promise<Round[]> {
  const laps = Math.max(1, Math.round(options.seconds / lapSeconds))
  const measure = measureOn(stack, { ...options, seconds: options.seconds / laps })
  for (const target of targets) await measure(target)
  const rounds: Round[] = []
  for (let index = 1; index <= options.rounds; index++) {
    const label = `redirect ${index}/${options.rounds}`
    const round = await measureRound(targets, { measure, laps, label })
    for (const name of targetNames) console.log(`${label}  ${name.padEnd(10)}${describe(round[name])}`)
    rounds.push(round)
  }
  return rounds
}

/** Each lap of a server continues after the last one, since the links of a miss must not be in memory. */
function measureOn(stack: Stack, options: Options): Measure {
  const visited = new Map<TargetName, number>()
  return async ({ visits, ...target }) => {
    const first = visited.get(target.name) ?? 0
    const lap = await measureLap(stack, { ...target, visits: { ...visits, first } }, options)
    visited.set(target.name, first + lap.driven.answered + leftOut)
    return lap
  }
}

async function measureRound(
  targets: readonly Target[],
  { measure, laps, label }: { measure: Measure; laps: number; label: string },
): Promise<Round> {
  const [raw, ...others] = targets
  if (raw?.name !== 'raw') throw new Error('the raw server has to be the first')
  const compared = new Map<TargetName, ComparedLap[]>(targets.map(({ name }) => [name, []]))
  let before = await measure(raw)
  for (let lap = 1; lap <= laps; lap++) {
    for (const target of others) {
      const own = await measure(target)
      const after = await measure(raw)
      compared.get(target.name)?.push({ lap: own, beside: [before, after] })
      compared.get('raw')?.push({ lap: after, beside: [after] })
      before = after
    }
    console.log(`${label}, lap ${lap}/${laps}`)
  }
  return Object.fromEntries([...compared].map(([name, ofTarget]) => [name, windowOf(ofTarget)])) as Round
}

async function measureLap(stack: Stack, target: Target, options: Options): Promise<Lap> {
  const { pid, port, visits } = target
  const startedAt = performance.now()
  const askedBefore = (await target.asked?.()) ?? 0
  const acknowledgedBefore = await readAcknowledged(stack)
  const redisBefore = await readRedisUsage(stack.redis)
  let before = readCpu(pid)
  const onStart = () => {
    before = readCpu(pid)
  }
  const { seconds } = options
  const driven: Driven = options.wrk
    ? await driveWithWrk({ port, onStart }, distinctVisits(visits), { seconds, folder: stack.dataDir })
    : await driveVisits({ port, onStart }, visits, { seconds })
  const busyMicros = cpuMicros(before, readCpu(pid))
  await target.settle?.()
  const spentMicros = cpuMicros(before, readCpu(pid))
  const redis = usedBetween(redisBefore, await readRedisUsage(stack.redis))
  const acknowledged = (await readAcknowledged(stack)) - acknowledgedBefore
  const asked = ((await target.asked?.()) ?? 0) - askedBefore
  const { answered } = driven
  const doubt = target.doubt({ ms: performance.now() - startedAt, answered, acknowledged, asked })
  if (doubt !== undefined) throw new Error(`${target.name}: ${answered} visits, ${doubt}`)
  return { driven, busyMicros, spentMicros, redis }
}

export function summarize(rounds: readonly Round[], { wrk }: Pick<Options, 'wrk'>): Measured {
  const cpu = (name: TargetName) => rounds.map((round) => round[name].cpuMicros)
  const ratio = (name: TargetName) => spreadOf(rounds.map((round) => round[name].ratio))
  const tracked = (field: 'redisCpuMicros' | 'redisBytesIn') => spreadOf(rounds.map((round) => round.tracked[field]))
  const rate = (name: TargetName) => `${describeRate(rounds.map((round) => round[name]))}`
  const rows: Row[] = [
    plainRow('Raw uWS static 302, CPU per request', 'µs', spreadOf(cpu('raw')), rate('raw')),
    plainRow('node:http static 302, CPU ratio to raw uWS', '', ratio('node'), rate('node')),
    rowFor(goals.untracked, ratio('untracked'), rate('untracked')),
    rowFor(goals.tracked, ratio('tracked'), rate('tracked')),
    rowFor(goals.miss, ratio('miss'), rate('miss')),
    plainRow('Ten targeting rules, tracked, CPU ratio to raw uWS', '', ratio('rules'), rate('rules')),
    rowFor(goals.redisCpu, tracked('redisCpuMicros'), 'full batches'),
    rowFor(goals.redisBytes, tracked('redisBytesIn'), 'full batches'),
  ]
  const noisy = isTooNoisy(cpu('raw'))
  return {
    rows,
    plot: {
      title: 'CPU time per redirect, as a multiple of a raw uWebSockets.js static 302',
      subtitle: `lower is better · ${connections} connections of ${wrk ? 'wrk' : 'autocannon'}${canPin ? '' : ', not pinned'}`,
      rows: targetNames.map((name) => ({ ...barRow(name, rows), ...ratio(name) })),
    },
    rounds,
    ...(noisy && {
      noise: `raw uWebSockets.js itself varied by ${number(variation(cpu('raw')) * 100)} % between rounds`,
    }),
  }
}

const barLabels: Record<TargetName, string> = {
  raw: 'raw uWebSockets.js',
  node: 'raw node:http',
  untracked: 'Waymark, untracked',
  tracked: 'Waymark, tracked',
  miss: 'Waymark, from Redis',
  rules: 'Waymark, ten rules',
}

function barRow(name: TargetName, rows: readonly Row[]): Row {
  const goal = rows[targetNames.indexOf(name)]?.goal
  return { label: barLabels[name], unit: '', median: 1, low: 1, high: 1, ...(goal && { goal }) }
}

function describe({ cpuMicros, ratio, requestsPerSecond, utilisation, p99Ms }: Window): string {
  const bound = utilisation < clientBoundUnder ? ', client-bound' : ''
  return `${number(cpuMicros)} µs (${number(ratio)})  ${Math.round(requestsPerSecond)}/s at ${Math.round(utilisation * 100)} % of a core${bound}  p99 ${number(p99Ms)} ms`
}

function describeRate(windows: readonly Window[]): string {
  const rate = spreadOf(windows.map((window) => window.requestsPerSecond)).median
  const utilisation = spreadOf(windows.map((window) => window.utilisation)).median
  const bound = utilisation < clientBoundUnder ? ', client-bound' : ''
  return `${Math.round(rate)}/s at ${Math.round(utilisation * 100)} % of a core${bound}`
}
