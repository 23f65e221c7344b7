import { type CpuReading, cpuMicros, readCpu } from '../cpu.ts'

const nothing: CpuReading = { threads: new Map(), ticks: 0, processes: 1 }

interface Metered {
  pid: number
  first: CpuReading
  last: CpuReading
  /** CPU time of earlier processes with this name. */
  earlier: number
}

/** Adds up the CPU time of processes that are killed and restarted under the same name. Reads it each time it is asked. */
export class CpuMeter {
  readonly #pids: Record<string, () => number | undefined>
  readonly #metered = new Map<string, Metered>()

  /** From now on, or from the start of the processes, which may already have worked. */
  constructor(pids: Record<string, () => number | undefined>, { since }: { since: 'now' | 'start' }) {
    this.#pids = pids
    for (const [name, pidOf] of Object.entries(pids)) {
      const pid = pidOf()
      const first = pid === undefined || since === 'start' ? nothing : readCpu(pid)
      this.#metered.set(name, { pid: pid ?? 0, first, last: first, earlier: 0 })
    }
  }

  /** Microseconds of each process since the beginning. Includes the restarts. */
  read(): Record<string, number> {
    return Object.fromEntries(Object.keys(this.#pids).map((name) => [name, this.#readOne(name)]))
  }

  #readOne(name: string): number {
    const metered = this.#metered.get(name)
    const pid = this.#pids[name]?.()
    if (metered === undefined) return 0
    const reading = pid === undefined ? undefined : readIfRunning(pid)
    if (pid !== undefined && reading !== undefined) {
      if (pid === metered.pid) {
        metered.last = reading
      } else {
        metered.earlier += cpuMicros(metered.first, metered.last)
        Object.assign(metered, { pid, first: nothing, last: reading })
      }
    }
    return metered.earlier + cpuMicros(metered.first, metered.last)
  }
}

function readIfRunning(pid: number): CpuReading | undefined {
  try {
    return readCpu(pid)
  } catch {
    // Killed a moment ago: the last reading counts.
    return undefined
  }
}
