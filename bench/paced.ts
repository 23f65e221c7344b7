import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { z } from 'zod'
import { ch, uuid } from '#runtime/ch-tag.ts'
import { createAccount } from '../test/factories/account.ts'
import { linkMaker } from './make-link.ts'
import { links, rates, several, summarize, type TargetName, usualRate, type Window } from './paced-summary.ts'
import { cpuPer, type Processes, readAll, sum } from './process-cpu.ts'
import { untilSpoolIsEmpty } from './redirect-targets.ts'
import { type Measured, number, type Options } from './result.ts'
import { type Stack, startOnPort, startWorkers } from './stack.ts'
import { follow, steadily } from './steadily.ts'
import { type Visit, zipfVisits } from './visits.ts'

const sockets = 64
/** Memory then has the links that it would have on a site that is always visited. */
const warmUpSeconds = 30
/** Then they repeat. */
const differentVisits = 16_000

/** Servers under load. The cost of a visit is that of all their processes, including what they do without visits. */
interface Target {
  name: TargetName
  pools: Pool[]
  processes: Processes
  /** Numbers of its redirectors, whose spools contain the clicks that are not stored. */
  instances: number[]
  visits: Visit[]
  /** The account whose clicks are stored; none for visits that are not tracked. */
  accountId?: string
}

interface Yardstick {
  pid: number
  pool: Pool
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
        instances: [0],
        visits: visitsTo('untracked'),
      },
      { name: 'tracked', pools: [open(tracked)], processes: processesOf([tracked]), instances: [1], ...clicks },
      {
        name: 'tracked by 4',
        pools: group.map(open),
        processes: processesOf(group),
        instances: group.map((_, index) => index + 2),
        ...clicks,
      },
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
  const kinds = rate === usualRate && target.pools.length === 1 ? [false, true] : [false]
  await measureWindow(stack, load, warmUpSeconds, false)
  for (let round = 1; round <= rounds; round++) {
    for (const reconnects of kinds) {
      const window = await measureWindow(stack, load, seconds, reconnects)
      windows.push(window)
      const connections = reconnects ? ', new connections' : ''
      console.log(
        `paced ${rate}/s, ${target.name}${connections} ${round}/${rounds}  raw ${number(window.raw)} µs, ${describe(window.cpu)}`,
      )
    }
  }
  return windows
}

/**
 * Until all clicks are stored, so that no window pays for the one before it. The spool shows when they are, which costs
 * the measured processes nothing. ClickHouse is queried once, after its processor time was read.
 */
async function measureWindow(stack: Stack, load: Load, seconds: number, reconnects: boolean): Promise<Window> {
  const { target, raw, rate } = load
  const stored = await countClicks(stack, target)
  const before = readAll(target.processes)
  const rawBefore = readAll({ raw: raw.pid })
  let turn = 0
  const [sent] = await Promise.all([
    steadily(rate, seconds, target.visits, (visit) => {
      turn += 1
      return follow(target.pools[turn % target.pools.length] as Pool, visit, reconnects)
    }),
    steadily(rate, seconds, target.visits, (visit) => follow(raw.pool, visit, reconnects)),
  ])
  const rawCpu = sum(cpuPer(sent, { raw: raw.pid }, rawBefore))
  for (const instance of target.instances) await untilSpoolIsEmpty(stack, instance)
  const cpu = cpuPer(sent, target.processes, before)
  const found = (await countClicks(stack, target)) - stored
  if (target.accountId !== undefined && found !== sent) {
    throw new Error(`${target.name}: ${sent} visits, but ${found} clicks are stored`)
  }
  return { target: target.name, rate, reconnects, raw: rawCpu, cpu }
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

function describe(cpu: Record<string, number>): string {
  const parts = Object.entries(cpu).map(([name, micros]) => `${name} ${number(micros)}`)
  return `${number(sum(cpu))} µs: ${parts.join(', ')}`
}
