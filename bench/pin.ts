import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** Cores for each kind of process, if the machine has enough of them. The measured server has its own core. */
export const serverCore = '0'
export const clientCore = availableParallelism() > 1 ? '1' : '0'
export const storesCore = availableParallelism() > 2 ? '2' : clientCore
export const anyCore = `0-${availableParallelism() - 1}`

export const canPin = succeeds('taskset', '--version')

/** Pins a process and all of its threads to these cores. Without taskset, the system chooses the cores. */
export function pin(pid: number | undefined, cores: string): void {
  if (canPin && pid !== undefined) execFileSync('taskset', ['-a', '-c', '-p', cores, String(pid)], { stdio: 'ignore' })
}

export function succeeds(command: string, ...args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
    return true
  } catch (error) {
    // Other errors mean that the command is installed. They show up when it is used.
    return (error as NodeJS.ErrnoException).code !== 'ENOENT'
  }
}
