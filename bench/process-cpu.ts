import { type CpuReading, cpuMicros, readCpu } from './cpu.ts'

/** Process ids by display name. */
export type Processes = Record<string, number>
type Readings = Record<string, CpuReading>

export function readAll(processes: Processes): Readings {
  return Object.fromEntries(Object.entries(processes).map(([name, pid]) => [name, readCpu(pid)]))
}

/** CPU microseconds of each process since the readings, divided by the number of operations. */
export function cpuPer(times: number, processes: Processes, before: Readings): Record<string, number> {
  const after = readAll(processes)
  const spent = Object.keys(processes).map((name) => {
    const [from, to] = [before[name], after[name]]
    return [name, from && to ? cpuMicros(from, to) / times : Number.NaN] as const
  })
  return Object.fromEntries(spent)
}

export function sum(cpu: Record<string, number>): number {
  return Object.values(cpu).reduce((total, micros) => total + micros, 0)
}
