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
import { pairedRatios, type Spread, spreadOf } from './statistics.ts'
import { follow, steadily } from './steadily.ts'
import { zipfVisits } from './visits.ts'

/** Visits per second. */
const rates = [20, 150, 1_000] as const
const links = 1_000
/** Redirector processes of the last target. */
const several = 4
const sockets = 64
const warmUpPerSecond = 1_000
const warmUpSeconds = 4
/** Then they repeat. */
const differentVisits = 16_000
const drainMs = 120_000
const pollMs = 250

/** Servers under load. The cost of a visit is that of all their processes, including what they do without visits. */
interface Target {
  name: TargetName
  pools: Pool[]
  processes: Processes
  visits: ReturnType<typeof zipfVisits>
  /** The account whose clicks are stored; none for visits that are not tracked. */
  accountId?: string
}

const targetNames = ['raw', 'untracked', 'tracked', 'tracked by 4'] as const
type TargetName = (typeof targetNames)[number]

/** CPU microseconds per visit of each process. */
interface Window {
  target: TargetName
  rate: number
  cpu: Record<string, number>
}

interface Round {
  windows: Window[]
  /** CPU microseconds per second of each process without visits. */
  idle: Record<string, number>
}

/** Measures visits at everyday rates: spread over many links, due at fixed times, and most batches are small. */
export async function benchPaced(stack: Stack, options: Options): Promise<Measured> {
  console.log(`paced: starting the API, workers and ${several + 2} redirectors, and creating ${2 * links} links ...`)
  const { targets, idle } = await start(stack)
  try {
    for (const target of targets) {
      await measureWindow(stack, target, { rate: warmUpPerSecond, seconds: warmUpSeconds })
    }
    const rounds: Round[] = []
    for (let index = 1; index <= options.rounds; index++) {
      const label = `paced ${index}/${options.rounds}`
      rounds.push(await measureRound(stack, { targets, idle, seconds: options.seconds, label }))
    }
    return summarize(rounds)
  } finally {
    await Promise.all(targets.flatMap(({ pools }) => pools.map((pool) => pool.close())))
  }
}

async function start(stack: Stack): Promise<{ targets: Target[]; idle: Processes }> {
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
  return {
    targets: [
      { name: 'raw', pools: [open(raw)], processes: { redirector: raw.pid }, visits: clicks.visits },
      {
        name: 'untracked',
        pools: [open(untracked)],
        processes: { redirector: untracked.pid, ...shared },
        visits: visitsTo('untracked'),
      },
      { name: 'tracked', pools: [open(tracked)], processes: { redirector: tracked.pid, ...shared }, ...clicks },
      {
        name: 'tracked by 4',
        pools: group.map(open),
        processes: {
          ...Object.fromEntries(group.map(({ pid }, index) => [`redirector ${index + 1}`, pid])),
          ...shared,
        },
        ...clicks,
      },
    ],
    idle: { redirector: tracked.pid, ...shared },
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

interface RoundPlan {
  targets: readonly Target[]
  idle: Processes
  seconds: number
  label: string
}

async function measureRound(stack: Stack, { targets, idle, seconds, label }: RoundPlan): Promise<Round> {
  const windows: Window[] = []
  for (const rate of rates) {
    for (const target of targets) {
      const cpu = await measureWindow(stack, target, { rate, seconds })
      windows.push({ target: target.name, rate, cpu })
      console.log(`${label}  ${rate}/s ${target.name.padEnd(12)} ${describe(cpu)}`)
    }
  }
  const before = readAll(idle)
  const startedAt = performance.now()
  await sleep(seconds * 1_000)
  const resting = cpuPer((performance.now() - startedAt) / 1_000, idle, before)
  console.log(`${label}  no visits, µs per second: ${describe(resting)}`)
  return { windows, idle: resting }
}

/** Until all clicks are stored, so that no window pays for the one before it. */
async function measureWindow(
  stack: Stack,
  target: Target,
  { rate, seconds }: { rate: number; seconds: number },
): Promise<Record<string, number>> {
  const stored = await countClicks(stack, target)
  const before = readAll(target.processes)
  let turn = 0
  const sent = await steadily(rate, seconds, target.visits, (visit) => {
    turn += 1
    return follow(target.pools[turn % target.pools.length] as Pool, visit)
  })
  const end = performance.now() + drainMs
  while (target.accountId !== undefined && (await countClicks(stack, target)) < stored + sent) {
    if (performance.now() > end) throw new Error(`${target.name}: clicks of ${sent} visits are missing`)
    await sleep(pollMs)
  }
  return cpuPer(sent, target.processes, before)
}

const counted = z.object({ rows: z.number() })

async function countClicks({ clickhouse }: Stack, { accountId }: Target): Promise<number> {
  if (accountId === undefined) return 0
  const count = ch`select count() as rows from clicks where account_id = ${uuid(accountId)}`
  const [found] = await clickhouse.query(count, counted)
  return found?.rows ?? 0
}

export function summarize(rounds: readonly Round[]): Measured {
  const all = (name: TargetName, rate: number) =>
    rounds.map(({ windows }) => {
      const window = windows.find((one) => one.target === name && one.rate === rate)
      return window === undefined ? Number.NaN : sum(window.cpu)
    })
  const raw = (rate: number) => all('raw', rate)
  const ratio = (name: TargetName, rate: number) => pairedRatios(all(name, rate), raw(rate))
  const conditions = (rate: number) => `${rate} visits/s over ${links} links`
  const visit = (name: TargetName, rate: number): Row =>
    name === 'tracked' && rate === busyRate
      ? rowFor(goals.busyTracked, spreadOf(all(name, rate)), conditions(rate))
      : plainRow(`${labels[name]}, all processes`, 'µs', spreadOf(all(name, rate)), conditions(rate))
  const share = spreadOf(rounds.map(({ idle }) => sum(idle) / microsPerPercent))
  const bars = rates.flatMap((rate) =>
    targetNames.map((name) => ({ ...visit(name, rate), label: `${labels[name]}, ${rate}/s` })),
  )
  return {
    rows: [
      rowFor(goals.pacedUntracked, ratio('untracked', usualRate), conditions(usualRate)),
      rowFor(goals.pacedTracked, ratio('tracked', usualRate), conditions(usualRate)),
      ...rates.flatMap((rate) => targetNames.map((name) => visit(name, rate))),
      ...partsOf(rounds, usualRate, conditions(usualRate)),
      rowFor(goals.idle, share, 'one redirector, API, workers and stores'),
    ],
    plot: {
      title: 'CPU time per visit at everyday rates, all processes',
      subtitle: `µs, lower is better · ${links} links, Zipf distribution`,
      rows: bars,
    },
    rounds,
  }
}

/** The rates that have goals. */
const usualRate = 150
const busyRate = 1_000
/** One percent of a core for one second. */
const microsPerPercent = 10_000

const labels: Record<TargetName, string> = {
  raw: 'Visit of raw uWS',
  untracked: 'Untracked visit',
  tracked: 'Tracked visit',
  'tracked by 4': `Tracked visit, ${several} redirectors`,
}

/** The cost of a tracked visit by process. */
function partsOf(rounds: readonly Round[], rate: number, note: string): Row[] {
  const parts = rounds.flatMap(({ windows }) => {
    const window = windows.find((one) => one.target === 'tracked' && one.rate === rate)
    return window === undefined ? [] : [window.cpu]
  })
  const spread = (name: string): Spread => spreadOf(parts.map((cpu) => cpu[name] ?? Number.NaN))
  return Object.keys(parts[0] ?? {}).map((name) => plainRow(`Tracked visit: ${name}`, 'µs', spread(name), note))
}

function describe(cpu: Record<string, number>): string {
  const parts = Object.entries(cpu).map(([name, micros]) => `${name} ${number(micros)}`)
  return `${number(sum(cpu))} µs: ${parts.join(', ')}`
}
