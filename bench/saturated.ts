import { cpuMicros, readCpu } from './cpu.ts'
import { goals } from './goals.ts'
import { anyCore, clientCore, pin, serverCore, storesCore } from './pin.ts'
import {
  publishLinks,
  readAcknowledged,
  startRedirector,
  startServer,
  unseen,
  untilSpoolIsEmpty,
} from './redirect-targets.ts'
import { type Measured, number, type Options, plainRow, type Row, rowFor } from './result.ts'
import type { Stack } from './stack.ts'
import { isTooNoisy, pairedRatios, spreadOf, variation } from './statistics.ts'
import { mixedVisits, type Visit } from './visits.ts'
import { driveWithWrk } from './wrk.ts'

const links = 1_000
const differentVisits = 16_000
const prefix = 'busy'

const scenarioNames = ['one', 'mixed', 'new'] as const
type ScenarioName = (typeof scenarioNames)[number]

interface Scenario {
  visits: readonly Visit[]
  reconnect: boolean
}

interface Server {
  pid: number
  port: number
}

interface Lap {
  cpuMicros: number
  perSecond: number
  /** Share of its core that the server used during the load. */
  utilization: number
}

interface Round {
  scenario: ScenarioName
  /** Mean CPU microseconds per request of the raw server before and after. */
  rawMicros: number
  lap: Lap
}

/** Compares tracked redirects with a raw server while wrk keeps both busy: each request then costs the least. */
export async function benchSaturated(stack: Stack, { rounds, seconds }: Options): Promise<Measured> {
  console.log(`saturated: starting servers and publishing ${links} links ...`)
  await publishLinks(stack, { prefix, codes: links }, true)
  const raw = await startServer(stack, 'bench/targets/raw-uws.ts')
  const ours = await startRedirector(stack, 0)
  const acknowledger = await stack.start({ name: 'acknowledge', file: 'bench/targets/acknowledge.ts' })
  for (const pid of [acknowledger, ...Object.values(stack.storePids)]) pin(pid, storesCore)
  for (const { pid } of [raw, ours]) pin(pid, serverCore)
  pin(process.pid, clientCore)
  const scenarios = createScenarios()
  const measured: Round[] = []
  try {
    for (const name of scenarioNames) await measureTracked(stack, ours, scenarios[name], seconds)
    for (let round = 1; round <= rounds; round++) {
      for (const name of scenarioNames) {
        const scenario = scenarios[name]
        const before = await measureLap(stack, raw, scenario, seconds)
        const lap = await measureTracked(stack, ours, scenario, seconds)
        const after = await measureLap(stack, raw, scenario, seconds)
        const rawMicros = (before.cpuMicros + after.cpuMicros) / 2
        measured.push({ scenario: name, rawMicros, lap })
        console.log(`saturated ${round}/${rounds}  ${name.padEnd(6)} raw ${describe(after)}; tracked ${describe(lap)}`)
      }
    }
  } finally {
    pin(process.pid, anyCore)
  }
  return summarize(measured)
}

function createScenarios(): Record<ScenarioName, Scenario> {
  const mixed = mixedVisits({ prefix, codes: links }, differentVisits)
  return {
    one: { visits: mixed.slice(0, 1), reconnect: false },
    mixed: { visits: mixed, reconnect: false },
    new: { visits: mixed, reconnect: true },
  }
}

/** Includes the work after the last response, until every click has been acknowledged. Fails if one is missing. */
async function measureTracked(stack: Stack, server: Server, scenario: Scenario, seconds: number): Promise<Lap> {
  const before = await readAcknowledged(stack)
  const lap = await measureLap(stack, server, scenario, seconds, () => untilSpoolIsEmpty(stack, 0))
  const acknowledged = (await readAcknowledged(stack)) - before
  if (acknowledged < lap.answered || acknowledged > lap.answered + unseen) {
    throw new Error(`saturated: ${lap.answered} visits, but ${acknowledged} clicks arrived`)
  }
  return lap
}

async function measureLap(
  stack: Stack,
  { pid, port }: Server,
  { visits, reconnect }: Scenario,
  seconds: number,
  settle?: () => Promise<void>,
): Promise<Lap & { answered: number }> {
  let before = readCpu(pid)
  const onStart = () => {
    before = readCpu(pid)
  }
  const driven = await driveWithWrk({ port, onStart }, visits, { seconds, folder: stack.dataDir, reconnect })
  const busyMicros = cpuMicros(before, readCpu(pid))
  await settle?.()
  return {
    answered: driven.answered,
    cpuMicros: cpuMicros(before, readCpu(pid)) / driven.answered,
    perSecond: driven.answered / driven.seconds,
    utilization: busyMicros / (driven.seconds * 1e6),
  }
}

export function summarize(rounds: readonly Round[]): Measured {
  const of = (name: ScenarioName) => rounds.filter(({ scenario }) => scenario === name)
  const rawOf = (name: ScenarioName) => of(name).map(({ rawMicros }) => rawMicros)
  const ratio = (name: ScenarioName) =>
    pairedRatios(
      of(name).map(({ lap }) => lap.cpuMicros),
      rawOf(name),
    )
  const rawRow = (name: ScenarioName) => plainRow(`Raw uWS under wrk, ${rawLabels[name]}`, 'µs', spreadOf(rawOf(name)))
  const rows: Row[] = [
    ...scenarioNames.map(rawRow),
    rowFor(goals.saturatedOne, ratio('one'), describeRate(of('one'))),
    rowFor(goals.saturatedMixed, ratio('mixed'), describeRate(of('mixed'))),
    rowFor(goals.saturatedNew, ratio('new'), describeRate(of('new'))),
  ]
  const noisy = isTooNoisy(rawOf('mixed'))
  return {
    rows,
    plot: {
      title: 'CPU time per tracked redirect of a saturated server',
      subtitle: 'as a multiple of a raw uWebSockets.js static 302, lower is better · wrk, 64 connections',
      rows: rows.slice(scenarioNames.length).map((row) => ({ ...row, label: row.label.split(', CPU')[0] ?? '' })),
    },
    rounds,
    ...(noisy && { noise: `raw uWebSockets.js itself varied by ${number(variation(rawOf('mixed')) * 100)} %` }),
  }
}

const rawLabels: Record<ScenarioName, string> = {
  one: 'one link',
  mixed: 'many links and visitors',
  new: 'new connection each',
}

function describeRate(rounds: readonly Round[]): string {
  const middle = (numberOf: (lap: Lap) => number) => spreadOf(rounds.map(({ lap }) => numberOf(lap))).median
  return `${Math.round(middle(({ perSecond }) => perSecond))}/s at ${Math.round(middle(({ utilization }) => utilization) * 100)} % of a core`
}

const describe = ({ cpuMicros: micros, perSecond, utilization }: Lap) =>
  `${number(micros)} µs, ${Math.round(perSecond)}/s at ${Math.round(utilization * 100)} % of a core`
