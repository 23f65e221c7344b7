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

/** The rate limit of bulk calls allows this many; each round has another account. */
const bulkCalls = 10
const linksPerCall = 1_000

interface Round {
  cpu: Record<string, number>
  bulkCpu: Record<string, number>
  bulkMs: number
  createsPerSecond: number
  p50Ms: number
  p99Ms: number
}

/** Measures POST /short-urls and POST /short-urls/bulk on the real API. Each link has a generated code. */
export async function benchCreateLink(stack: Stack, options: Options): Promise<Measured> {
  console.log('create-link: starting the API ...')
  const { pid: api, port } = await startOnPort(stack, 'API_PORT', { name: 'api', file: 'api/main.ts' })
  const processes = { api, ...stack.storePids }
  const { key } = await createKey(stack.sql, await createAccount(stack.sql))
  const post = postOf(key, '/api/v1/short-urls', newLink)
  await drivePosts({ port }, post, { seconds: Math.min(warmUpSeconds, options.seconds) }, clients)
  await measureBulk(stack, port, processes)
  const rounds: Round[] = []
  for (let round = 1; round <= options.rounds; round++) {
    const single = await measureRound(port, post, processes, options.seconds)
    const measured = { ...single, ...(await measureBulk(stack, port, processes)) }
    rounds.push(measured)
    console.log(`create-link ${round}/${options.rounds}  ${describe(measured)}`)
  }
  return summarize(rounds)
}

const newLink = { url: 'https://shop.example/products/42?ref=newsletter', name: 'Spring sale' }

const postOf = (key: string, path: string, body: object): Post => ({
  method: 'POST',
  path,
  headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', Accept: 'application/json' },
  body: JSON.stringify(body),
})

/** Throws if a link is missing. */
async function measureBulk(
  stack: Stack,
  port: number,
  processes: Processes,
): Promise<Pick<Round, 'bulkCpu' | 'bulkMs'>> {
  const account = await createAccount(stack.sql)
  const { key } = await createKey(stack.sql, account)
  const urls = Array.from({ length: linksPerCall }, () => newLink)
  let readings = readAll(processes)
  const onStart = () => {
    readings = readAll(processes)
  }
  const post = postOf(key, '/api/v1/short-urls/bulk', { urls })
  const { p50Ms } = await drivePosts({ port, onStart }, post, { amount: bulkCalls }, 1)
  const cpu = cpuPer(bulkCalls * linksPerCall, processes, readings)
  const { count } = await stack.sql`select from links where account_id = ${account.id}`
  if (count !== bulkCalls * linksPerCall) throw new Error(`${count} links instead of ${bulkCalls * linksPerCall}`)
  return { bulkCpu: cpu, bulkMs: p50Ms }
}

async function measureRound(
  port: number,
  post: Post,
  processes: Processes,
  seconds: number,
): Promise<Omit<Round, 'bulkCpu' | 'bulkMs'>> {
  let readings = readAll(processes)
  const onStart = () => {
    readings = readAll(processes)
  }
  const driven = await drivePosts({ port, onStart }, post, { seconds }, clients)
  const { answered, p50Ms, p99Ms } = driven
  return { cpu: cpuPer(answered, processes, readings), createsPerSecond: answered / driven.seconds, p50Ms, p99Ms }
}

function summarize(rounds: readonly Round[]): Measured {
  const of = (figure: 'createsPerSecond' | 'p50Ms' | 'p99Ms' | 'bulkMs') =>
    spreadOf(rounds.map((round) => round[figure]))
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
      plainRow(
        'Create links in bulk: API CPU per link',
        'µs',
        spreadOf(rounds.map(({ bulkCpu }) => bulkCpu['api'] ?? Number.NaN)),
      ),
      plainRow(
        'Create links in bulk: CPU of all processes per link',
        'µs',
        spreadOf(rounds.map(({ bulkCpu }) => sum(bulkCpu))),
      ),
      plainRow(`Create ${linksPerCall} links with one call`, 'ms', of('bulkMs')),
    ],
    plot: {
      title: 'CPU time per created link, by process',
      subtitle: `µs, lower is better · POST /short-urls, ${clients} at a time`,
      rows: [...names.map((name) => plainRow(name, 'µs', cpu(name))), plainRow('all processes', 'µs', all)],
    },
    rounds,
  }
}

function describe({ cpu, createsPerSecond, p50Ms, p99Ms, bulkCpu }: Round): string {
  const parts = (each: Round['cpu']) =>
    Object.entries(each)
      .map(([name, micros]) => `${name} ${Math.round(micros)}`)
      .join(', ')
  return `${Math.round(createsPerSecond)}/s, p50 ${number(p50Ms)} ms, p99 ${number(p99Ms)} ms; µs: ${parts(cpu)}; in bulk: ${parts(bulkCpu)}`
}
