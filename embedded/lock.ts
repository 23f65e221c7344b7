import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { errorCode, LaunchError } from './launch-error.ts'
import { processBirth } from './processes.ts'

/** A holder that vanishes between our look and our try is rare; more than a few in a row is something else. */
const mostTries = 5

/** One launcher per data folder. Answers the release; a second launcher is refused, a dead one's lock is taken over. */
export function takeLock(path: string, dataDir: string): () => void {
  const mine = JSON.stringify({ pid: process.pid, birth: processBirth(process.pid) })
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, mine, { mode: 0o600 })
  try {
    for (let tries = 0; tries < mostTries; tries++) {
      if (placed(draft, path)) return () => release(path, mine)
      const holder = readIfThere(path)
      if (holder === undefined) continue
      const pid = livingPid(holder)
      if (pid !== undefined) throw inUse(dataDir, pid)
      removeStale(path, holder)
    }
    throw new LaunchError(`The lock ${path} could not be taken: another Waymark is starting on the same data folder.`)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** A hard link appears with its content, so nobody ever reads a half-written lock. */
function placed(draft: string, path: string): boolean {
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}

function livingPid(holder: string): number | undefined {
  const lock = parseLock(holder)
  return lock !== undefined && processBirth(lock.pid) === lock.birth ? lock.pid : undefined
}

function parseLock(text: string): { pid: number; birth: string } | undefined {
  try {
    const lock: unknown = JSON.parse(text)
    const whole = typeof lock === 'object' && lock !== null && 'pid' in lock && 'birth' in lock
    if (!whole || !Number.isInteger(lock.pid) || typeof lock.birth !== 'string') return undefined
    return { pid: Number(lock.pid), birth: lock.birth }
  } catch (error) {
    // A lock cut short by a full disk or a power loss belongs to nobody.
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Moves the stale lock away; if another launcher replaced it meanwhile, that one is put back. */
function removeStale(path: string, stale: string): void {
  const aside = `${path}.${process.pid}.stale`
  try {
    renameSync(path, aside)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return
    throw error
  }
  if (readFileSync(aside, 'utf8') !== stale) placed(aside, path)
  rmSync(aside, { force: true })
}

function release(path: string, mine: string): void {
  if (readIfThere(path) === mine) rmSync(path, { force: true })
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

function inUse(dataDir: string, pid: number): LaunchError {
  return new LaunchError(
    `Another Waymark (process ${pid}) already runs on ${dataDir}: stop it first, or set DATA_DIR to another folder.`,
  )
}
