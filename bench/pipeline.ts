import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { ch, uuid } from '#runtime/ch-tag.ts'
import { createAccount } from '../test/factories/account.ts'
import { goals } from './goals.ts'
import { driveVisits } from './load.ts'
import { linkMaker } from './make-link.ts'
import { cpuPer, type Processes, readAll, sum } from './process-cpu.ts'
import { readRedisUsage, usedBetween } from './redis-usage.ts'
import { type Measured, type Options, plainRow, rowFor } from './result.ts'
import { type Stack, startOnPort, startWorkers } from './stack.ts'
import { percentile, spreadOf } from './statistics.ts'
import { measureQueryable, visitsPerSecond } from './time-to-queryable.ts'

/** Clicks in a round for each second of --seconds, sent as fast as the redirector responds. */
const clicksPerSecond = 4_000
const warmUpClicks = 10_000
const links = 100
const probesPerSecond = 5
const drainMs = 120_000
const pollMs = 100
/** Small batches cost nearly as much as full ones, so these figures require clicks at full speed. */
const fullBatches = 'full batches'
const steadyLoad = `${visitsPerSecond} clicks a second`

interface Round {
  cpu: Record<string, number>
  clicksPerSecond: number
  drainMs: number
  redisBytesIn: number
}

interface Running {
  stack: Stack
  accountId: string
  port: number
  processes: Processes
}

/** Sends clicks through the real redirector and workers to ClickHouse. Fails unless each is stored exactly once. */
export async function benchPipeline(stack: Stack, options: Options): Promise<Measured> {
  console.log('pipeline: starting redirector and workers ...')
  const running = await start(stack, options.seconds * probesPerSecond)
  let accepted = await flood(running, warmUpClicks, 0).then(({ answered }) => answered)
  const rounds: Round[] = []
  for (let number = 1; number <= options.rounds; number++) {
    const { answered, round } = await flood(running, clicksPerSecond * options.seconds, accepted)
    accepted += answered
    rounds.push(round)
    console.log(`pipeline ${number}/${options.rounds}  ${answered} clicks stored  ${describe(round)}`)
  }
  const queryable = await measureQueryable(stack, running.port, {
    probes: options.seconds * probesPerSecond,
    seconds: options.seconds,
    links,
  })
  accepted += queryable.loadClicks
  await untilStored(running, accepted)
  return summarize(rounds, accepted, queryable.waitsMs)
}

async function start(stack: Stack, probes: number): Promise<Running> {
  const make = await linkMaker(stack)
  const [account, prober] = [await createAccount(stack.sql), await createAccount(stack.sql)]
  for (let index = 0; index < links; index++) await make(account.id, `tracked${index}`)
  for (let index = 0; index < probes; index++) await make(prober.id, `probe${index}`)

  const workers = await startWorkers(stack)
  const app = { name: 'redirector', file: 'redirector/main.ts' }
  const { pid: redirector, port } = await startOnPort(stack, 'REDIRECT_PORT', app)
  return { stack, accountId: account.id, port, processes: { redirector, workers, ...stack.storePids } }
}

/** Sends this many clicks at full speed, waits until all are stored, and returns the CPU cost of each process. */
async function flood(running: Running, clicks: number, before: number): Promise<{ answered: number; round: Round }> {
  const { stack, port, processes } = running
  const redisBefore = await readRedisUsage(stack.redis)
  let readings = readAll(processes)
  const onStart = () => {
    readings = readAll(processes)
  }
  const driven = await driveVisits({ port, onStart }, { prefix: 'tracked', codes: links }, { amount: clicks })
  const answeredAt = performance.now()
  await untilStored(running, before + driven.answered)
  const drained = performance.now() - answeredAt
  const cpu = cpuPer(driven.answered, processes, readings)
  await checkStored(running, before + driven.answered)
  const redis = usedBetween(redisBefore, await readRedisUsage(stack.redis))
  const round = {
    cpu,
    clicksPerSecond: driven.answered / driven.seconds,
    drainMs: drained,
    redisBytesIn: redis.bytesIn / driven.answered,
  }
  return { answered: driven.answered, round }
}

const counted = z.object({ rows: z.number() })

/** Only counts rows, since the figures include the cost of this query for ClickHouse. */
async function untilStored({ stack, accountId }: Running, accepted: number): Promise<void> {
  const end = performance.now() + drainMs
  const count = ch`select count() as rows from clicks where account_id = ${uuid(accountId)}`
  while (performance.now() < end) {
    const [found] = await stack.clickhouse.query(count, counted)
    if ((found?.rows ?? 0) >= accepted) return
    await sleep(pollMs)
  }
}

const stored = z.object({ rows: z.number(), clicks: z.number() })

/** Fails unless every accepted click is stored exactly once after the drain. */
async function checkStored({ stack, accountId }: Running, accepted: number): Promise<void> {
  const [found] = await stack.clickhouse.query(
    ch`select count() as rows, uniqExact(click_id) as clicks from clicks where account_id = ${uuid(accountId)}`,
    stored,
  )
  const { rows, clicks } = found ?? { rows: 0, clicks: 0 }
  if (rows !== accepted || clicks !== accepted) {
    throw new Error(`${accepted} clicks were accepted, but ${rows} rows with ${clicks} different clicks are stored`)
  }
}

function summarize(rounds: readonly Round[], accepted: number, waitsMs: readonly number[]): Measured {
  const of = (figure: 'clicksPerSecond' | 'drainMs' | 'redisBytesIn') => spreadOf(rounds.map((round) => round[figure]))
  const cpu = (name: string) => spreadOf(rounds.map((round) => round.cpu[name] ?? Number.NaN))
  const exact = (value: number) => ({ median: value, low: value, high: value })
  const names = Object.keys(rounds[0]?.cpu ?? {})
  const all = rowFor(goals.allCpu, spreadOf(rounds.map((round) => sum(round.cpu))), fullBatches)
  const worker = rowFor(goals.workerCpu, cpu('workers'), fullBatches)
  return {
    rows: [
      rowFor(goals.lost, exact(0), `of ${accepted} accepted`),
      worker,
      all,
      ...names
        .filter((name) => name !== 'workers')
        .map((name) => plainRow(`CPU per click: ${name}`, 'µs', cpu(name), fullBatches)),
      plainRow('Clicks accepted', '/s', of('clicksPerSecond'), 'client and all processes on one machine'),
      plainRow('Drain after the last response', 'ms', of('drainMs')),
      plainRow('Redis: bytes in per click', 'B', of('redisBytesIn')),
      plainRow('Click queryable, p50', 'ms', exact(percentile(waitsMs, 50)), steadyLoad),
      rowFor(goals.queryable, exact(percentile(waitsMs, 99)), `${waitsMs.length} probes, ${steadyLoad}`),
    ],
    plot: {
      title: 'CPU time per tracked click, by process',
      subtitle: 'µs, lower is better · until the click is stored in ClickHouse',
      rows: [
        ...names.map((name) => ({ ...(name === 'workers' ? worker : plainRow(name, 'µs', cpu(name))), label: name })),
        { ...all, label: 'all processes' },
      ],
    },
    rounds: { rounds, waitsMs },
  }
}

function describe({ cpu, clicksPerSecond: rate, drainMs: drained }: Round): string {
  const parts = Object.entries(cpu).map(([name, micros]) => `${name} ${micros.toFixed(1)}`)
  return `${Math.round(rate)}/s, drained in ${Math.round(drained)} ms; µs per click: ${parts.join(', ')}`
}
