import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readEnvironment } from './environment.ts'

/** Access that `waymark login` saved. */
export type Credentials = { url: string } & ({ api_key: string } | Tokens)

export interface Tokens {
  client_id: string
  access_token: string
  refresh_token: string
  /** Epoch milliseconds. */
  expires_at: number
}

const path = () => join(readEnvironment().folder, 'credentials.json')

export async function readCredentials(): Promise<Credentials | undefined> {
  const text = await readFile(path(), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return text === undefined ? undefined : (JSON.parse(text) as Credentials)
}

/** Only the user can read the file. Another process sees the old credentials or the new ones, never a part. */
export async function saveCredentials(credentials: Credentials): Promise<string> {
  const { folder } = readEnvironment()
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = `${path()}.${process.pid}`
  await writeFile(draft, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 })
  await chmod(draft, 0o600)
  await rename(draft, path())
  return path()
}

export async function forgetCredentials(): Promise<void> {
  await rm(path(), { force: true })
}

const pollMs = 50
/** An older lock was left by a command that was killed. */
const longestLockMs = 20_000

/** Runs the work while no other command does. */
export async function withCredentialsLock<Result>(work: () => Promise<Result>): Promise<Result> {
  const lock = `${path()}.lock`
  while (!(await takeLock(lock))) await sleep(pollMs)
  try {
    return await work()
  } finally {
    await rm(lock, { recursive: true, force: true })
  }
}

async function takeLock(lock: string): Promise<boolean> {
  try {
    await mkdir(lock)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const { mtimeMs } = await stat(lock).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > longestLockMs) await rm(lock, { recursive: true, force: true })
    return false
  }
}
