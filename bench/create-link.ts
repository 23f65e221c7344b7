import { createAccount } from '../test/factories/account.ts'
import { createKey } from '../test/factories/key.ts'
import { drivePosts, type Post } from './load.ts'
import { cpuPer, type Processes, readAll, sum } from './process-cpu.ts'
import { type Measured, number, type Options, plainRow } from './result.ts'
import { type Stack, startOnPort } from './stack.ts'
import { spreadOf } from './statistics.ts'

/** Number of concurrent requests. */
const clients = 8
const warmUpSeconds = 2

interface Round {
  cpu: Record<string, number>
  createsPerSecond: number
  p50Ms: number
  p99Ms: number
}

/** Measures POST /short-urls on the real API. Each link has a generated code. */
export async function benchCreateLink(stack: Stack, options: Options): Promise<Measured> {
  console.log('create-link: starting the API ...')
  const { pid: api, port } = await startOnPort(stack, 'API_PORT', { name: 'api', file: 'api/main.ts' })
  const processes = { api, ...stack.storePids }
  const { key } = await createKey(stack.sql, await createAccount(stack.sql))
  const post: Post = {
    method: 'POST',
    path: '/api/v1/short-urls',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify({ url: 'https://shop.example/products/42?ref=newsletter', name: 'Spring sale' }),
  }
  await drivePosts({ port }, post, { seconds: Math.min(warmUpSeconds, options.seconds) }, clients)
  const rounds: Round[] = []
  for (let round = 1; round <= options.rounds; round++) {
    const measured = await measureRound(port, post, processes, options.seconds)
    rounds.push(measured)
    console.log(`create-link ${round}/${options.rounds}  ${describe(measured)}`)
  }
  return summarize(rounds)
}

async function measureRound(port: number, post: Post, processes: Processes, seconds: number): Promise<Round> {
  let readings = readAll(processes)
  const onStart = () => {
    readings = readAll(processes)
  }
  const driven = await drivePosts({ port, onStart }, post, { seconds }, clients)
  const { answered, p50Ms, p99Ms } = driven
  return { cpu: cpuPer(answered, processes, readings), createsPerSecond: answered / driven.seconds, p50Ms, p99Ms }
}

function summarize(rounds: readonly Round[]): Measured {
  const of = (figure: 'createsPerSecond' | 'p50Ms' | 'p99Ms') => spreadOf(rounds.map((round) => round[figure]))
  const cpu = (name: string) => spreadOf(rounds.map((round) => round.cpu[name] ?? Number.NaN))
  const names = Object.keys(rounds[0]?.cpu ?? {})
  const all = spreadOf(rounds.map((round) => sum(round.cpu)))
  return {
    rows: [
      plainRow('Create a link: API CPU per request', 'µs', cpu('api')),
      plainRow('Create a link: CPU of all processes', 'µs', all),
      plainRow('Create a link: p50', 'ms', of('p50Ms'), `${clients} at a time`),
      plainRow('Create a link: p99', 'ms', of('p99Ms'), `${clients} at a time`),
      plainRow('Links created', '/s', of('createsPerSecond')),
    ],
    plot: {
      title: 'CPU time per created link, by process',
      subtitle: `µs, lower is better · POST /short-urls, ${clients} at a time`,
      rows: [...names.map((name) => plainRow(name, 'µs', cpu(name))), plainRow('all processes', 'µs', all)],
    },
    rounds,
  }
}

function describe({ cpu, createsPerSecond, p50Ms, p99Ms }: Round): string {
  const parts = Object.entries(cpu).map(([name, micros]) => `${name} ${Math.round(micros)}`)
  return `${Math.round(createsPerSecond)}/s, p50 ${number(p50Ms)} ms, p99 ${number(p99Ms)} ms; µs: ${parts.join(', ')}`
}
