import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cpuMicros, readCpu } from './cpu.ts'
import { driveVisits } from './load.ts'
import { anyCore, clientCore, pin, serverCore, storesCore } from './pin.ts'
import { publishLinks, readAcknowledged, unseen, untilSpoolIsEmpty } from './redirect-targets.ts'
import { type Measured, number, type Options, plainRow } from './result.ts'
import { type Stack, startOnPort } from './stack.ts'
import { isTooNoisy, spreadOf } from './statistics.ts'
import type { Visits } from './visits.ts'

const names = ['off', 'sampled', 'all', 'raw'] as const
type Name = (typeof names)[number]

/** Settings of a redirector; none for the raw server. */
const ratios: Record<Name, string | null> = { off: '0', sampled: '0.01', all: '1', raw: null }
const labels: Record<Name, string> = {
  off: 'Tracked visit without traces, CPU',
  sampled: 'Tracked visit, 1 of 100 traced, CPU',
  all: 'Tracked visit, all traced, CPU',
  raw: 'Raw uWS static 302, CPU per request',
}
const visits: Visits = { prefix: 'tracked', codes: 100 }
const lapSeconds = 2

interface Server {
  name: Name
  pid: number
  port: number
}

/** CPU microseconds of a visit. */
type Round = Record<Name, number>

/** Measures what traces add to a tracked visit, in turns of redirectors that only differ in their settings. */
export async function benchTracing(stack: Stack, { rounds, seconds }: Options): Promise<Measured> {
  const collector = await startCollector()
  try {
    await publishLinks(stack, visits, true)
    const servers: Server[] = []
    for (const name of names) servers.push(await startServer(stack, name, collector.url))
    const acknowledger = await stack.start({ name: 'acknowledge', file: 'bench/targets/acknowledge.ts' })
    for (const pid of [acknowledger, ...Object.values(stack.storePids)]) pin(pid, storesCore)
    for (const { pid } of servers) pin(pid, serverCore)
    pin(process.pid, clientCore)
    for (const server of servers) await measureLap(stack, server)
    const measured: Round[] = []
    for (let round = 1; round <= rounds; round++) {
      measured.push(await measureRound(stack, servers, Math.max(1, Math.round(seconds / lapSeconds))))
      const parts = names.map((name) => `${name} ${number(measured.at(-1)?.[name] ?? Number.NaN)}`)
      console.log(`tracing ${round}/${rounds}  µs: ${parts.join(', ')}`)
    }
    if (collector.count() === 0) throw new Error('the collector got no traces')
    return summarize(measured)
  } finally {
    pin(process.pid, anyCore)
    collector.close()
  }
}

/** Only reads what it gets. */
async function startCollector() {
  let count = 0
  const server = createServer((request, response) => {
    count++
    request.resume().once('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, count: () => count, close: () => server.close() }
}

async function startServer(stack: Stack, name: Name, url: string): Promise<Server> {
  const ratio = ratios[name]
  const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_TRACES_SAMPLER_ARG: ratio ?? '0' }
  const env = { INSTANCE: String(names.indexOf(name)), METRICS_PORT_REDIRECTOR: '0', ...(name !== 'off' && traces) }
  const file = ratio === null ? 'bench/targets/raw-uws.ts' : 'redirector/main.ts'
  return { name, ...(await startOnPort(stack, 'REDIRECT_PORT', { name, file, env })) }
}

async function measureRound(stack: Stack, servers: readonly Server[], laps: number): Promise<Round> {
  const times: Record<Name, number[]> = { off: [], sampled: [], all: [], raw: [] }
  for (let lap = 0; lap < laps; lap++) {
    for (const server of servers) times[server.name].push(await measureLap(stack, server))
  }
  const median = (name: Name) => spreadOf(times[name]).median
  return { off: median('off'), sampled: median('sampled'), all: median('all'), raw: median('raw') }
}

/** Until the clicks are shipped. */
async function measureLap(stack: Stack, { name, pid, port }: Server): Promise<number> {
  const acknowledged = await readAcknowledged(stack)
  let before = readCpu(pid)
  const onStart = () => {
    before = readCpu(pid)
  }
  const { answered } = await driveVisits({ port, onStart }, visits, { seconds: lapSeconds })
  if (name === 'raw') return cpuMicros(before, readCpu(pid)) / answered
  await untilSpoolIsEmpty(stack, names.indexOf(name))
  const micros = cpuMicros(before, readCpu(pid))
  const clicks = (await readAcknowledged(stack)) - acknowledged
  if (clicks < answered || clicks > answered + unseen) throw new Error(`${name}: ${answered} visits, ${clicks} clicks`)
  return micros / answered
}

function summarize(rounds: readonly Round[]): Measured {
  const times = (name: Name) => rounds.map((round) => round[name])
  const added = (name: Name) => spreadOf(rounds.map((round) => round[name] - round.off))
  const rows = names.map((name) => plainRow(labels[name], 'µs', spreadOf(times(name))))
  const noisy = isTooNoisy(times('raw'))
  return {
    rows: [
      ...rows,
      plainRow('Added to each visit if 1 of 100 is traced', 'µs', added('sampled')),
      plainRow('Added to each visit if all are traced', 'µs', added('all')),
    ],
    plot: { title: 'CPU time of a tracked visit with traces', subtitle: 'µs, lower is better', rows },
    rounds,
    ...(noisy && { noise: 'the raw server varied too much' }),
  }
}
