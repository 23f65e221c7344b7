import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { ifThereSync } from '#runtime/if-there.ts'
import { parseJson } from '#schemas/parse-json.ts'
import { errorCode, LaunchError } from './launch-error.ts'
import { processBirth } from './processes.ts'

/** A holder that disappears between the check and the attempt is rare, so more than a few in a row is another problem. */
const mostTries = 5

const lockText = z.object({ pid: z.int(), birth: z.string() })

/** Allows one launcher per data folder and takes over locks of dead ones. Returns a function that releases the lock. */
export function takeLock(path: string, dataDir: string): () => void {
  const mine = JSON.stringify({ pid: process.pid, birth: processBirth(process.pid) })
  const draft = `${path}.${process.pid}`
  try {
    writeFileSync(draft, mine, { mode: 0o600 })
    for (let tries = 0; tries < mostTries; tries++) {
      if (placed(draft, path)) return () => release(path, mine)
      const holder = readIfThere(path)
      if (holder === null) continue
      const pid = livingPid(holder)
      if (pid !== undefined) throw inUse(dataDir, pid)
      removeStale(path, holder)
    }
    throw new LaunchError(`Cannot take the lock ${path}. Another Waymark is starting on the same data folder.`)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** A hard link appears with its content, so that a half-written lock is never read. */
function placed(draft: string, path: string): boolean {
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}

/** A lock truncated by a full disk or power failure has no owner. */
function livingPid(holder: string): number | undefined {
  const lock = lockText.safeParse(parseJson(holder)).data
  return lock !== undefined && processBirth(lock.pid) === lock.birth ? lock.pid : undefined
}

/** Moves the stale lock away. If another launcher has replaced it, the new lock is put back. */
function removeStale(path: string, stale: string): void {
  const aside = `${path}.${process.pid}.stale`
  if (ifThereSync(() => renameSync(path, aside)) === null) return
  if (readFileSync(aside, 'utf8') !== stale) placed(aside, path)
  rmSync(aside, { force: true })
}

function release(path: string, mine: string): void {
  if (readIfThere(path) === mine) rmSync(path, { force: true })
}

const readIfThere = (path: string): string | null => ifThereSync(() => readFileSync(path, 'utf8'))

function inUse(dataDir: string, pid: number): LaunchError {
  return new LaunchError(
    `Waymark is already running on ${dataDir} (process ${pid}). Stop it first, or set DATA_DIR to another folder.`,
  )
}
