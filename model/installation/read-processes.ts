import type { Redis } from '#runtime/redis.ts'
import { redisTime } from '#runtime/redis-time.ts'
import {
  type ProcessReport,
  processReport,
  processReportsKey,
  reportKeptMs,
  silentAfterMs,
} from '#schemas/process-report.ts'
import type { SystemState } from '#schemas/system.ts'

type Processes = NonNullable<SystemState['processes']>

/** The latest reports of the processes. */
export async function readProcesses(redis: Redis): Promise<Processes> {
  const [reports, now] = await Promise.all([redis.hgetall(processReportsKey), redisTime(redis, processReportsKey)])
  return judgeReports(Object.values(reports).flatMap(readReport), now)
}

/** At least 1, since a worker may start at any time. */
export async function countWorkers(redis: Redis): Promise<number> {
  const processes = await readProcesses(redis)
  return Math.max(1, processes.filter(({ name, is_silent }) => name === 'workers' && !is_silent).length)
}

/** Skips reports of other releases with a different format. */
function readReport(text: string): ProcessReport[] {
  const parsed = processReport.safeParse(JSON.parse(text))
  return parsed.success ? [parsed.data] : []
}

/** Excludes the last report of a process that was killed and restarted under another id. */
export function judgeReports(reports: readonly ProcessReport[], now: number): Processes {
  const judged = reports
    .map((report) => ({ ...report, is_silent: now - Date.parse(report.reported_at) > silentAfterMs }))
    .filter(({ reported_at }) => now - Date.parse(reported_at) < reportKeptMs)
  const isReplaced = (one: Processes[number]) =>
    one.is_silent &&
    judged.some(
      (other) =>
        !other.is_silent && other.name === one.name && other.host === one.host && other.instance === one.instance,
    )
  return judged
    .filter((one) => !isReplaced(one))
    .toSorted((one, other) => placeOf(one).localeCompare(placeOf(other), 'en', { numeric: true }))
}

const placeOf = ({ name, host, instance, pid }: ProcessReport) => `${name} ${host} ${instance} ${pid}`
