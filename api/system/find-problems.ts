import { type ProcessName, processNames } from '#schemas/process-report.ts'
import type { Problem, SystemState } from '#schemas/system.ts'

type InstallationState = Omit<SystemState, 'problems' | 'version' | 'at'>

const slowLagMs = 10_000
/** A redirector hands over 64 at once; more wait only when the workers do not keep up. */
const manySegments = 128
const manyWaiting = 200

const storeNames = { postgres: 'PostgreSQL', redis: 'Redis', clickhouse: 'ClickHouse' } as const

const storeAdvice = {
  postgres: 'Start it again. Until then nothing can be changed here; links that redirectors know go on.',
  redis: 'Start it again. Redirects go on, and clicks wait on the disks of the redirectors: none is lost.',
  clickhouse: 'Start it again. Clicks wait until then, and none is lost; analytics show nothing.',
} as const

const missingAdvice: Record<ProcessName, string> = {
  api: 'Restart it: it runs, since it answers this page, but does not report itself.',
  redirector: 'Start one: without it no short link answers.',
  workers: 'Start one: until then clicks wait, and QR codes and webhooks too.',
}

/** What is wrong, in words, and what is to be done about it; the worst first. */
export function findProblems(told: InstallationState): Problem[] {
  const found = [
    ...problemsOfStores(told),
    ...problemsOfProcesses(told.processes),
    ...problemsOfClicks(told),
    ...problemsOfQueues(told.queues),
  ]
  return found.toSorted((one, other) => Number(one.severity === 'warn') - Number(other.severity === 'warn'))
}

const bad = (what: string, advice: string): Problem => ({ severity: 'bad', what, advice })
const warn = (what: string, advice: string): Problem => ({ severity: 'warn', what, advice })

const problemsOfStores = ({ stores }: InstallationState) =>
  stores
    .filter(({ ok }) => !ok)
    .map(({ name, error }) => bad(`${storeNames[name]} does not answer: ${error ?? 'unknown why'}.`, storeAdvice[name]))

function problemsOfProcesses(processes: InstallationState['processes']): Problem[] {
  if (processes === null) return []
  const live = processes.filter(({ is_silent }) => !is_silent)
  const versions = [...new Set(live.map(({ version }) => version))]
  const missing = processNames.filter((name) => !live.some((process) => process.name === name))
  return [
    ...missing.map((name) => bad(`No ${name === 'workers' ? 'worker' : name} is running.`, missingAdvice[name])),
    ...processes
      .filter(({ is_silent, name }) => is_silent && !missing.includes(name))
      .map(({ name, host, pid }) =>
        warn(
          `The process ${pid} (${name} on ${host}) has fallen silent.`,
          'See its log: it died, or Redis is out of its reach.',
        ),
      ),
    ...(versions.length > 1
      ? [warn(`Processes of different versions run: ${versions.join(', ')}.`, 'Restart those of the older version.')]
      : []),
  ]
}

function problemsOfClicks({ ingest, processes }: InstallationState): Problem[] {
  const all = processes ?? []
  const lost = all.reduce((sum, { drops }) => sum + (drops['spool-full'] ?? 0), 0)
  const parked = Math.max(0, ...all.map(({ parked_batches }) => parked_batches ?? 0))
  const backlog = Math.max(0, ...all.map(({ spool_segments }) => spool_segments ?? 0))
  return [
    ...(lost > 0 ? [bad(`${lost} clicks were lost: a disk took them not.`, 'Make room on the disk of DATA_DIR.')] : []),
    ...(parked > 0
      ? [
          bad(
            `${parked} batches of clicks cannot be read.`,
            'They lie in DATA_DIR/dead: report what the log of the workers says of them.',
          ),
        ]
      : []),
    ...(backlog > manySegments
      ? [
          warn(
            `${backlog} segments of clicks wait on the disk of a redirector.`,
            'Start more workers (WORKER_PROCESSES), or see why they are slow.',
          ),
        ]
      : []),
    ...(ingest.lag_ms !== null && ingest.lag_ms > slowLagMs
      ? [
          warn(
            `Clicks show up ${Math.round(ingest.lag_ms / 1_000)} s late.`,
            'Start more workers (WORKER_PROCESSES), or see whether ClickHouse is slow.',
          ),
        ]
      : []),
    ...(ingest.unfinished > 0
      ? [
          warn(
            `${ingest.unfinished} batches of clicks were begun and are not stored yet.`,
            'They are tried again by themselves: see whether ClickHouse and Postgres answer.',
          ),
        ]
      : []),
  ]
}

const problemsOfQueues = (queues: InstallationState['queues']) =>
  (queues ?? []).flatMap(({ name, waiting, failed }) => [
    ...(waiting > manyWaiting
      ? [warn(`${waiting} jobs wait in the queue ${name}.`, 'Start more workers (WORKER_PROCESSES).')]
      : []),
    ...(failed > 0
      ? [warn(`${failed} jobs of the queue ${name} have failed for good.`, 'See the log of the workers.')]
      : []),
  ])
