import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { prepareDataDir } from './folders.ts'
import { reapOrphans } from './orphans.ts'
import { commandLine } from './processes.ts'

let dataDir: string
let running: ChildProcess[]
beforeEach(() => {
  dataDir = prepareDataDir(mkdtempSync(join(tmpdir(), 'waymark-orphans-')))
  running = []
})
afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(dataDir, { recursive: true })
})

const silent = () => undefined

/** A process that reports when it is running, with a handler for SIGTERM. */
async function start(word: string, onTerm: string): Promise<ChildProcess> {
  const code = `process.on('SIGTERM', () => ${onTerm}); setInterval(() => 0, 1000); console.log('up')`
  const child = spawn(process.execPath, ['-e', code, word], { stdio: ['ignore', 'pipe', 'ignore'] })
  running.push(child)
  await new Promise((resolve) => child.stdout?.once('data', resolve))
  return child
}

function note(name: string, pid: number | undefined, stopMs = 5_000): string {
  const path = join(dataDir, 'run', `${name}.json`)
  writeFileSync(path, JSON.stringify({ pid, kind: 'app', marker: dataDir, stopSignal: 'SIGTERM', stopMs }))
  return path
}

it('a process with the data folder in its command line is stopped', async () => {
  const child = await start(dataDir, 'process.exit(0)')
  const path = note('api', child.pid)
  await reapOrphans(dataDir, silent)
  expect(commandLine(child.pid ?? 0)).toBeUndefined()
  expect(existsSync(path)).toBe(false)
})

it('a process that does not stop in time is killed', async () => {
  const child = await start(dataDir, '0')
  note('api', child.pid, 200)
  await reapOrphans(dataDir, silent)
  expect(commandLine(child.pid ?? 0)).toBeUndefined()
})

it('an unrelated process that has the process id now is left alone', async () => {
  const child = await start('of-somebody-else', 'process.exit(0)')
  const path = note('api', child.pid)
  await reapOrphans(dataDir, silent)
  expect(commandLine(child.pid ?? 0)).toContain('of-somebody-else')
  expect(existsSync(path)).toBe(false)
})

it('a damaged note is deleted', async () => {
  const path = join(dataDir, 'run', 'api.json')
  writeFileSync(path, '{"pid":')
  await reapOrphans(dataDir, silent)
  expect(existsSync(path)).toBe(false)
})
