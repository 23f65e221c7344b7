import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** Who runs where, as far as there are cores: the server that is measured has one for itself. */
export const serverCore = '0'
export const clientCore = availableParallelism() > 1 ? '1' : '0'
export const storesCore = availableParallelism() > 2 ? '2' : clientCore
export const anyCore = `0-${availableParallelism() - 1}`

export const canPin = succeeds('taskset', '--version')

/** Keeps a process, with all threads it has and will have, on these cores. Without taskset it stays where the system puts it. */
export function pin(pid: number | undefined, cores: string): void {
  if (canPin && pid !== undefined) execFileSync('taskset', ['-a', '-c', '-p', cores, String(pid)], { stdio: 'ignore' })
}

export function succeeds(command: string, ...args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
    return true
  } catch (error) {
    // Installed and unhappy is something else, and shows when it is used.
    return (error as NodeJS.ErrnoException).code !== 'ENOENT'
  }
}
