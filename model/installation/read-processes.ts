import type { Redis } from '#runtime/redis.ts'
import {
  type ProcessReport,
  processReport,
  processReportsKey,
  reportKeptMs,
  silentAfterMs,
} from '#schemas/process-report.ts'
import type { SystemState } from '#schemas/system.ts'

type Processes = NonNullable<SystemState['processes']>

/** What the processes last said of themselves. */
export async function readProcesses(redis: Redis, now: number): Promise<Processes> {
  const texts = Object.values(await redis.hgetall(processReportsKey))
  return judgeReports(texts.flatMap(readReport), now)
}

/** None of what an older or newer release has written in a way of its own. */
function readReport(text: string): ProcessReport[] {
  const parsed = processReport.safeParse(JSON.parse(text))
  return parsed.success ? [parsed.data] : []
}

/** One that was killed and started again has said its last word under another id: that is left out. */
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
