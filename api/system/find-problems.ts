import { type ProcessName, processNames } from '#schemas/process-report.ts'
import type { Problem, SystemState } from '#schemas/system.ts'

type InstallationState = Omit<SystemState, 'problems' | 'reports' | 'version' | 'at'>

const slowLagMs = 10_000
/** A redirector has up to 64 segments in the queue. More wait only if the workers cannot keep up. */
const manySegments = 128
const manyWaiting = 200

const storeNames = { postgres: 'PostgreSQL', redis: 'Redis', clickhouse: 'ClickHouse' } as const

const storeAdvice = {
  postgres: 'Restart it. Until then, nothing can be changed. Cached links keep redirecting.',
  redis: 'Restart it. Redirects still work. Clicks are kept on the disks of the redirectors and are not lost.',
  clickhouse: 'Restart it. Until then, analytics are not available. Clicks are queued and are not lost.',
} as const

const missingAdvice: Record<ProcessName, string> = {
  api: 'Restart it. It serves this page but does not report its state.',
  redirector: 'Start one. Short links do not work without it.',
  workers: 'Start one. Until then, clicks, QR codes, and webhooks are delayed.',
}

/** With npm start and Docker Compose, a setting; on Kubernetes, a value of the chart; otherwise, processes. */
const moreWorkers = 'Start more workers (WORKER_PROCESSES; on Kubernetes, workers.replicas)'

/** Lists problems with advice on how to fix them, most severe first. */
export function findProblems(told: InstallationState): Problem[] {
  const found = [
    ...problemsOfStores(told),
    ...problemsOfProcesses(told.processes),
    ...problemsOfClicks(told),
    ...problemsOfQueues(told.queues),
    ...problemsOfBlocklist(told.blocklist),
  ]
  return found.toSorted((one, other) => Number(one.severity === 'warn') - Number(other.severity === 'warn'))
}

const bad = (what: string, advice: string): Problem => ({ severity: 'bad', what, advice })
const warn = (what: string, advice: string): Problem => ({ severity: 'warn', what, advice })

const problemsOfStores = ({ stores }: InstallationState) =>
  stores
    .filter(({ ok }) => !ok)
    .map(({ name, error }) =>
      bad(`${storeNames[name]} is not responding (${error ?? 'no error given'}).`, storeAdvice[name]),
    )

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
          `Process ${pid} (${name} on ${host}) has stopped reporting.`,
          'Check its log. It has exited, or it cannot reach Redis.',
        ),
      ),
    ...(versions.length > 1
      ? [
          warn(
            `Different versions are running: ${versions.join(', ')}.`,
            'Restart the processes with the older version.',
          ),
        ]
      : []),
  ]
}

function problemsOfClicks({ ingest, processes }: InstallationState): Problem[] {
  const all = processes ?? []
  const lost = all.reduce((sum, { drops }) => sum + (drops['spool-full'] ?? 0), 0)
  const parked = Math.max(0, ...all.map(({ parked_batches }) => parked_batches ?? 0))
  const lagMs = ingest.lag_ms ?? 0
  const backlog = Math.max(0, ...all.map(({ spool_segments }) => spool_segments ?? 0))
  return [
    lost > 0 &&
      bad(
        `${lost} ${lost === 1 ? 'click was' : 'clicks were'} lost because the disk was full.`,
        'Free up space in DATA_DIR.',
      ),
    parked > 0 &&
      bad(
        `Unreadable click batches: ${parked}.`,
        'They are kept. Run `waymark parked list` to see why they cannot be read, and report it.',
      ),
    backlog > manySegments &&
      warn(
        `${backlog} click segments are waiting on the disk of a redirector.`,
        `${moreWorkers}, or check why they are slow.`,
      ),
    lagMs > slowLagMs &&
      warn(`Clicks appear ${describeDelay(lagMs)} late.`, `${moreWorkers}, or check whether ClickHouse is slow.`),
    ingest.unfinished > 0 &&
      warn(
        `Click batches started but not yet stored: ${ingest.unfinished}.`,
        'They are retried automatically. Check whether ClickHouse and PostgreSQL are running.',
      ),
  ].filter((problem) => problem !== false)
}

/** Seconds, or minutes from two minutes on. */
const describeDelay = (ms: number): string =>
  ms < 120_000 ? `${Math.round(ms / 1_000)} seconds` : `${Math.round(ms / 60_000)} minutes`

const problemsOfQueues = (queues: InstallationState['queues']) =>
  (queues ?? []).flatMap(({ name, waiting, failed }) => [
    ...(waiting > manyWaiting ? [warn(`${waiting} jobs are waiting in the queue ${name}.`, `${moreWorkers}.`)] : []),
    ...(failed > 0 ? [warn(`Failed jobs in the queue ${name}: ${failed}.`, 'Check the worker log.')] : []),
  ])

const problemsOfBlocklist = (blocklist: InstallationState['blocklist']) =>
  blocklist === null || blocklist.problem === null
    ? []
    : [
        warn(
          `The blocklist could not be read (${blocklist.problem}).`,
          `${blocklist.changed_at === null ? 'No host is blocked.' : 'The previous list is in use.'} Check BLOCKLIST.`,
        ),
      ]
