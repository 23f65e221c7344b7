import { readFile } from 'node:fs/promises'
import type { Supervised } from '../../embedded/supervised.ts'

const everyMs = 250
/** Units of the processor time that Linux reports. */
const ticksPerSecond = 100
const ticksColumns = [13, 14]

interface Use {
  /** Largest resident memory of one process in MB. */
  memoryMb: number
  /** Processor time in seconds. */
  cpuSeconds: number
}

/** What processes and their children use, over their restarts. Linux only: zeros on other systems. */
export class ProcessUse {
  readonly #processes: Readonly<Record<string, Supervised>>
  readonly #peaks = new Map<string, number>()
  /** Ticks of each process, by name. */
  readonly #ticks = new Map<string, Map<number, number>>()
  readonly #timer: NodeJS.Timeout

  constructor(processes: Readonly<Record<string, Supervised>>) {
    this.#processes = processes
    this.#timer = setInterval(() => void this.#look(), everyMs)
  }

  stop(): Record<string, Use> {
    clearInterval(this.#timer)
    const uses = Object.keys(this.#processes).map((name) => {
      const ticks = [...(this.#ticks.get(name)?.values() ?? [])].reduce((sum, one) => sum + one, 0)
      return [name, { memoryMb: this.#peaks.get(name) ?? 0, cpuSeconds: Math.round(ticks / ticksPerSecond) }]
    })
    return Object.fromEntries(uses)
  }

  async #look(): Promise<void> {
    for (const [name, { pid }] of Object.entries(this.#processes)) {
      if (pid === undefined) continue
      const children = await read(`/proc/${pid}/task/${pid}/children`)
      for (const each of [pid, ...children.split(' ').filter(Boolean).map(Number)]) await this.#lookAt(name, each)
    }
  }

  async #lookAt(name: string, pid: number): Promise<void> {
    const [, kib = '0'] = /^VmHWM:\s+(\d+) kB$/m.exec(await read(`/proc/${pid}/status`)) ?? []
    this.#peaks.set(name, Math.max(this.#peaks.get(name) ?? 0, Math.round((Number(kib) * 1024) / 1e6)))
    // The name of the program, in parentheses, can contain spaces.
    const columns = (await read(`/proc/${pid}/stat`)).replace(/^.*\)/, '0 0').split(' ')
    const ticks = ticksColumns.reduce((sum, column) => sum + Number(columns[column] ?? 0), 0)
    const all = this.#ticks.get(name) ?? new Map<number, number>()
    this.#ticks.set(name, all.set(pid, Math.max(all.get(pid) ?? 0, ticks)))
  }
}

/** Empty if the process has just ended. */
const read = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '')
