import { readdirSync } from 'node:fs'
import { readProc, unlessGone } from '../embedded/processes.ts'

/** CPU time of a process and its descendants up to now, from two sources: see cpuMicros. */
export interface CpuReading {
  /** Nanoseconds of each running thread, from /proc/PID/task/TID/schedstat. */
  threads: ReadonlyMap<number, number>
  /** Clock ticks of all threads and children, including those that ended, from /proc/PID/stat. */
  ticks: number
  processes: number
}

/** USER_HZ: 100 on every Linux that Node runs on. */
const tickMicros = 10_000
/** The largest rounding error of utime and stime of one process, in ticks. */
const roundingTicks = 2

export function readCpu(pid: number): CpuReading {
  const threads = new Map<number, number>()
  const family = familyOf(pid)
  let ticks = 0
  for (const member of family) {
    ticks += member.ticks
    for (const tid of listNumbers(`/proc/${member.pid}/task`)) {
      const schedstat = readProc(`/proc/${member.pid}/task/${tid}/schedstat`)
      if (schedstat !== undefined) threads.set(tid, Number(schedstat.split(' ')[0]))
    }
  }
  return { threads, ticks, processes: family.length }
}

/**
 * Microseconds between two readings. The sum of threads is exact to the nanosecond but excludes threads that ended in
 * between. Ticks include them but are rounded. The result is the sum of threads if both agree, otherwise the ticks.
 */
export function cpuMicros(before: CpuReading, after: CpuReading): number {
  let nanos = 0
  for (const [tid, now] of after.threads) nanos += now - (before.threads.get(tid) ?? 0)
  const exact = nanos / 1000
  const rounded = (after.ticks - before.ticks) * tickMicros
  const rounding = Math.max(before.processes, after.processes) * roundingTicks * tickMicros
  return Math.abs(exact - rounded) <= rounding ? exact : rounded
}

export interface ProcStat {
  pid: number
  parent: number
  /** utime and stime, and those of finished children. */
  ticks: number
}

/** The name in brackets may contain spaces and brackets: the fields begin after the last bracket. */
export function parseStat(text: string): ProcStat {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [utime, stime, cutime, cstime] = fields.slice(11, 15).map(Number)
  return {
    pid: Number.parseInt(text, 10),
    parent: Number(fields[1]),
    ticks: (utime ?? 0) + (stime ?? 0) + (cutime ?? 0) + (cstime ?? 0),
  }
}

/** The process and its descendants. Postgres uses child processes. */
function familyOf(pid: number): ProcStat[] {
  const all = listNumbers('/proc').flatMap((each) => {
    const text = readProc(`/proc/${each}/stat`)
    return text === undefined ? [] : [parseStat(text)]
  })
  const family = all.filter((each) => each.pid === pid)
  if (family.length === 0) throw new Error(`process ${pid} is gone, and its CPU time with it`)
  // The list grows during the loop, since children may have children.
  for (const member of family) family.push(...all.filter((each) => each.parent === member.pid))
  return family
}

function listNumbers(folder: string): number[] {
  return (unlessGone(() => readdirSync(folder)) ?? []).map(Number).filter(Number.isInteger)
}
