import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { type CpuReading, cpuMicros, parseStat, readCpu } from './cpu.ts'

const reading = (threads: [number, number][], ticks: number): CpuReading => ({
  threads: new Map(threads),
  ticks,
  processes: 1,
})

describe('CPU time between two readings', () => {
  it('is the exact sum of all threads, including new ones', () => {
    const before = reading([[1, 5_000_000]], 10)
    const after = reading(
      [
        [1, 105_250_000],
        [2, 30_000_000],
      ],
      23,
    )
    expect(cpuMicros(before, after)).toBe(130_250)
  })

  it('uses the ticks if a thread ended in between, since only they include its time', () => {
    const before = reading(
      [
        [1, 0],
        [2, 900_000_000],
      ],
      90,
    )
    const after = reading([[1, 10_000_000]], 191)
    expect(cpuMicros(before, after)).toBe(1_010_000)
  })
})

it('reads a stat line with brackets and spaces in the program name', () => {
  const line = '42 (a (b) c) S 7 42 42 0 -1 4194560 100 0 0 0 11 22 33 44 20 0 1 0 5 6 7'
  expect(parseStat(line)).toEqual({ pid: 42, parent: 7, ticks: 110 })
})

it.runIf(process.platform === 'linux')('counts the CPU time of a child process', async () => {
  const before = readCpu(process.pid)
  const busy =
    'const end = Date.now() + 300; while (Date.now() < end); console.log("done"); setTimeout(() => {}, 60_000)'
  const child = spawn(process.execPath, ['-e', busy], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    await once(child.stdout, 'data')
    // On a loaded machine, it gets less than the 300 ms that passed.
    expect(cpuMicros(before, readCpu(process.pid))).toBeGreaterThan(30_000)
  } finally {
    child.kill('SIGKILL')
  }
})

it('names the process that ended', () => {
  expect(() => readCpu(2 ** 22 + 1)).toThrow('is gone')
})
