import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { plain } from './environment.ts'
import { errorCode } from './launch-error.ts'

const onLinux = process.platform === 'linux'
const psMs = 5000

/** The command line of a process, separated by spaces; undefined if the process is gone or a zombie. */
export function commandLine(pid: number): string | undefined {
  if (!onLinux) return ps(pid, 'command=')
  const words = readProc(`/proc/${pid}/cmdline`)
  if (words === undefined || words === '') return undefined
  return words.replaceAll('\0', ' ').trim()
}

/** Distinguishes a process from a later one with the same PID, even after a reboot. Undefined if it is gone. */
export function processBirth(pid: number): string | undefined {
  if (!onLinux) return ps(pid, 'lstart=')
  const stat = readProc(`/proc/${pid}/stat`)
  if (stat === undefined) return undefined
  // The command name may contain spaces and parentheses, so fields are counted after the last one. Field 22: start time.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // A zombie counts as gone: in a container without init it would stay forever.
  if (fields[0] === 'Z') return undefined
  const ticks = fields[19]
  return `${readProc('/proc/sys/kernel/random/boot_id')?.trim()}:${ticks}`
}

function ps(pid: number, column: string): string | undefined {
  // The time of a start is printed in the time zone and the language of the environment.
  const options = { encoding: 'utf8', timeout: psMs, env: plain() } as const
  const answer = spawnSync('ps', ['-ww', '-o', column, '-p', String(pid)], options)
  const text = answer.status === 0 ? answer.stdout.trim() : ''
  return text === '' ? undefined : text
}

export const readProc = (path: string): string | undefined => unlessGone(() => readFileSync(path, 'utf8'))

/** The result of reading from /proc; undefined if the process or thread is gone. */
export function unlessGone<Result>(read: () => Result): Result | undefined {
  try {
    return read()
  } catch (error) {
    // ESRCH: it ended between open and read.
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ESRCH') return undefined
    throw error
  }
}
