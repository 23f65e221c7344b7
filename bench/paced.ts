import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { z } from 'zod'
import { ch, uuid } from '#runtime/ch-tag.ts'
import { createAccount } from '../test/factories/account.ts'
import { goals } from './goals.ts'
import { linkMaker } from './make-link.ts'
import { cpuPer, type Processes, readAll, sum } from './process-cpu.ts'
import { type Measured, number, type Options, plainRow, type Row, rowFor } from './result.ts'
import { type Stack, startOnPort, startWorkers } from './stack.ts'
import { pairedRatios, spreadOf } from './statistics.ts'
import { follow, steadily } from './steadily.ts'
import { type Visit, zipfVisits } from './visits.ts'

/** Visits per second. */
const rates = [20, 150, 1_000] as const
const links = 1_000
/** Redirector processes of the last target. */
const several = 4
const sockets = 64
/** Memory then has the links that it would have on a site that is always visited. */
const warmUpSeconds = 30
/** Then they repeat. */
const differentVisits = 16_000
const drainMs = 120_000
const pollMs = 250

const targetNames = ['untracked', 'tracked', 'tracked by 4'] as const
type TargetName = (typeof targetNames)[number]

/** Servers under load. The cost of a visit is that of all their processes, including what they do without visits. */
interface Target {
  name: TargetName
  pools: Pool[]
  processes: Processes
  visits: Visit[]
  /** The account whose clicks are stored; none for visits that are not tracked. */
  accountId?: string
}

interface Yardstick {
  pid: number
  pool: Pool
}

/** CPU microseconds per visit. */
interface Window {
  target: TargetName
  rate: number
  cpu: Record<string, number>
  /** The same for a raw server that was visited at the same rate at the same time. */
  raw: number
}

interface Measurements {
  windows: Window[]
  /** CPU microseconds per second of each process without visits, one for each round. */
  idle: Record<string, number>[]
}

/** Measures visits at everyday rates: spread over many links, due at fixed times, and most batches are small. */
export async function benchPaced(stack: Stack, options: Options): Promise<Measured> {
  console.log(`paced: starting the API, workers and ${several + 2} redirectors, and creating ${2 * links} links ...`)
  const { targets, raw, idle } = await start(stack)
  try {
    const windows: Window[] = []
    for (const rate of rates) {
      for (const target of targets) windows.push(...(await measureTarget(stack, { target, raw, rate }, options)))
    }
    return summarize({ windows, idle: await measureIdle(idle, options) })
  } finally {
    await Promise.all(
      [raw, ...targets.flatMap(({ pools }) => pools.map((pool) => ({ pool })))].map(({ pool }) => pool.close()),
    )
  }
}

async function start(stack: Stack): Promise<{ targets: Target[]; raw: Yardstick; idle: Processes }> {
  const make = await linkMaker(stack)
  const account = await createAccount(stack.sql)
  for (let index = 0; index < links; index++) {
    await make(account.id, `tracked${index}`)
    await make(account.id, `untracked${index}`, { tracking_enabled: false })
  }
  const { pid: api } = await startOnPort(stack, 'API_PORT', { name: 'api', file: 'api/main.ts' })
  const shared = { ...stack.storePids, workers: await startWorkers(stack), api }
  const raw = await startOnPort(stack, 'REDIRECT_PORT', { name: 'raw', file: 'bench/targets/raw-uws.ts' })
  const [untracked, tracked] = [await startRedirector(stack, 0), await startRedirector(stack, 1)]
  const group: Redirector[] = []
  for (let index = 0; index < several; index++) group.push(await startRedirector(stack, index + 2))
  const visitsTo = (prefix: string) => zipfVisits({ prefix, codes: links }, differentVisits)
  const clicks = { visits: visitsTo('tracked'), accountId: account.id }
  const processesOf = (redirectors: Redirector[]): Processes => ({
    ...Object.fromEntries(redirectors.map(({ pid }, index) => [`redirector ${index + 1}`, pid])),
    ...shared,
  })
  return {
    raw: { pid: raw.pid, pool: open(raw) },
    targets: [
      {
        name: 'untracked',
        pools: [open(untracked)],
        processes: processesOf([untracked]),
        visits: visitsTo('untracked'),
      },
      { name: 'tracked', pools: [open(tracked)], processes: processesOf([tracked]), ...clicks },
      { name: 'tracked by 4', pools: group.map(open), processes: processesOf(group), ...clicks },
    ],
    idle: processesOf([tracked]),
  }
}

type Redirector = Awaited<ReturnType<typeof startRedirector>>

const startRedirector = (stack: Stack, instance: number) =>
  startOnPort(stack, 'REDIRECT_PORT', {
    name: `redirector-${instance}`,
    file: 'redirector/main.ts',
    env: { INSTANCE: String(instance), METRICS_PORT_REDIRECTOR: '0' },
  })

const open = ({ port }: Redirector) => new Pool(`http://127.0.0.1:${port}`, { connections: sockets })

interface Load {
  target: Target
  raw: Yardstick
  rate: number
}

async function measureTarget(stack: Stack, load: Load, { rounds, seconds }: Options): Promise<Window[]> {
  const { target, rate } = load
  const windows: Window[] = []
  await measureWindow(stack, load, warmUpSeconds)
  for (let round = 1; round <= rounds; round++) {
    const window = await measureWindow(stack, load, seconds)
    windows.push(window)
    console.log(
      `paced ${rate}/s, ${target.name} ${round}/${rounds}  raw ${number(window.raw)} µs, ${describe(window.cpu)}`,
    )
  }
  return windows
}

/** Until all clicks are stored, so that no window pays for the one before it. */
async function measureWindow(stack: Stack, { target, raw, rate }: Load, seconds: number): Promise<Window> {
  const stored = await countClicks(stack, target)
  const before = readAll(target.processes)
  const rawBefore = readAll({ raw: raw.pid })
  let turn = 0
  const [sent] = await Promise.all([
    steadily(rate, seconds, target.visits, (visit) => {
      turn += 1
      return follow(target.pools[turn % target.pools.length] as Pool, visit)
    }),
    steadily(rate, seconds, target.visits, (visit) => follow(raw.pool, visit)),
  ])
  const rawCpu = sum(cpuPer(sent, { raw: raw.pid }, rawBefore))
  const end = performance.now() + drainMs
  while (target.accountId !== undefined && (await countClicks(stack, target)) < stored + sent) {
    if (performance.now() > end) throw new Error(`${target.name}: clicks of ${sent} visits are missing`)
    await sleep(pollMs)
  }
  return { target: target.name, rate, raw: rawCpu, cpu: cpuPer(sent, target.processes, before) }
}

async function measureIdle(processes: Processes, { rounds, seconds }: Options): Promise<Record<string, number>[]> {
  const measured: Record<string, number>[] = []
  for (let round = 1; round <= rounds; round++) {
    const before = readAll(processes)
    const startedAt = performance.now()
    await sleep(seconds * 1_000)
    const cpu = cpuPer((performance.now() - startedAt) / 1_000, processes, before)
    measured.push(cpu)
    console.log(`paced, no visits ${round}/${rounds}  ${describe(cpu)} per second`)
  }
  return measured
}

const counted = z.object({ rows: z.number() })

async function countClicks({ clickhouse }: Stack, { accountId }: Target): Promise<number> {
  if (accountId === undefined) return 0
  const count = ch`select count() as rows from clicks where account_id = ${uuid(accountId)}`
  const [found] = await clickhouse.query(count, counted)
  return found?.rows ?? 0
}

/** The rates that have goals. */
const usualRate = 150
const busyRate = 1_000
/** One percent of a core for one second. */
const microsPerPercent = 10_000

const labels: Record<TargetName, string> = {
  untracked: 'Untracked visit',
  tracked: 'Tracked visit',
  'tracked by 4': `Tracked visit, ${several} redirectors`,
}

export function summarize({ windows, idle }: Measurements): Measured {
  const of = (name: TargetName, rate: number) => windows.filter((one) => one.target === name && one.rate === rate)
  const all = (name: TargetName, rate: number) => of(name, rate).map(({ cpu }) => sum(cpu))
  const ratio = (name: TargetName, rate: number) =>
    pairedRatios(
      all(name, rate),
      of(name, rate).map(({ raw }) => raw),
    )
  const conditions = (rate: number) => `${rate} visits/s over ${links} links`
  const visit = (name: TargetName, rate: number): Row =>
    name === 'tracked' && rate === busyRate
      ? rowFor(goals.busyTracked, spreadOf(all(name, rate)), conditions(rate))
      : plainRow(`${labels[name]}, all processes`, 'µs', spreadOf(all(name, rate)), conditions(rate))
  const rawVisit = (rate: number) => {
    const spread = spreadOf(windows.filter((one) => one.rate === rate).map(({ raw }) => raw))
    return plainRow('Visit of raw uWS', 'µs', spread, `${rate} visits/s`)
  }
  const part = (name: string) => spreadOf(of('tracked', usualRate).map(({ cpu }) => cpu[name] ?? Number.NaN))
  const parts = Object.keys(of('tracked', usualRate)[0]?.cpu ?? {})
  const share = spreadOf(idle.map((cpu) => sum(cpu) / microsPerPercent))
  return {
    rows: [
      rowFor(goals.pacedUntracked, ratio('untracked', usualRate), conditions(usualRate)),
      rowFor(goals.pacedTracked, ratio('tracked', usualRate), conditions(usualRate)),
      ...rates.flatMap((rate) => [rawVisit(rate), ...targetNames.map((name) => visit(name, rate))]),
      ...parts.map((name) => plainRow(`Tracked visit: ${name}`, 'µs', part(name), conditions(usualRate))),
      rowFor(goals.idle, share, 'one redirector, API, workers and stores'),
    ],
    plot: {
      title: 'CPU time per visit at everyday rates, all processes',
      subtitle: `µs, lower is better · ${links} links, Zipf distribution`,
      rows: rates.flatMap((rate) => [
        { ...rawVisit(rate), label: `raw uWS, ${rate}/s` },
        ...targetNames.map((name) => ({
          ...visit(name, rate),
          label: `${labels[name].replace(' visit', '')}, ${rate}/s`,
        })),
      ]),
    },
    rounds: { windows, idle },
  }
}

function describe(cpu: Record<string, number>): string {
  const parts = Object.entries(cpu).map(([name, micros]) => `${name} ${number(micros)}`)
  return `${number(sum(cpu))} µs: ${parts.join(', ')}`
}
